// One search that is watched: its facts, its tree as a drawing and as an outline, the selected node.
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import type { PositionInfo } from '../api';
import type { Searching } from '../searching';
import { Tip } from '../tips';
import { bytes, count, describeSearch, sentence, settingOf, signed } from '../words';
import { TreeDrawing, drawnOf, tellStep } from './drawing';
import { NodeDetails } from './node';
import { Plot } from './plot';
import { TreeView } from './tree';

export const kTwoValued = ['pns', 'pn2', 'mcpns', 'ppns'];

// Draws again when a search has news, at most once a frame.
export function useWatched(searches: Searching[]) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    let frame = 0;
    const news = () => {
      frame ||= requestAnimationFrame(() => ((frame = 0), redraw(undefined)));
    };
    const stops = searches.map((search) => search.subscribe(news));
    news();
    return () => {
      stops.forEach((stop) => stop());
      cancelAnimationFrame(frame);
    };
  }, [searches]);
}

function Legend({ search, info }: { search: Searching; info: PositionInfo }) {
  const other = info.mover_is_max ? info.players.min : info.players.max;
  return (
    <>
      <span class="shapekey square" aria-hidden="true" /> {info.to_move} moves (<Tip word="OR node">OR</Tip>) <span class="shapekey circle" aria-hidden="true" />{' '}
      {other} moves (<Tip word="AND node">AND</Tip>) ·{' '}
      {search.goesDepthFirst ? (
        <>
          under a node its <Tip word="window" />, ✂ its <Tip word="cut-off" />
        </>
      ) : search.question.algorithm === 'ppns' ? (
        <>under a node its probability</>
      ) : search.question.algorithm.startsWith('mo') ? (
        <>under a node <Tip word="G" /> | <Tip word="S" /></>
      ) : (
        <>
          under a node <Tip word="proof number" /> | <Tip word="disproof number" />
        </>
      )}
      {!search.goesDepthFirst && (
        <>
          {' '}· thick: the <Tip word="most-proving path" />
        </>
      )}
    </>
  );
}

export function Panel({ search, info }: { search: Searching; info: PositionInfo }) {
  const one = useMemo(() => [search], [search]);
  useWatched(one);
  const [selected, setSelected] = useState('');
  const [more] = useState(() => new Map<string, number>());
  const [, again] = useReducer((n: number) => n + 1, 0);
  const { state } = search;
  const name = search.question.algorithm;
  const opened: string[] = [];
  const drawn = state && drawnOf(search, info, more, opened);
  useEffect(() => search.want(opened)); // cheap when nothing is old
  return (
    <section class="card panel" aria-label={`Search with ${name}`} data-algorithm={name} data-rounds={state?.rounds ?? 0}>
      <h2>{name}</h2>
      {search.error && (
        <p class="error" role="alert">
          {search.error}
        </p>
      )}
      {search.note && <p class="muted" role="status">{search.note}</p>}
      {state && (
        <>
          <p class="facts" aria-live={search.running ? 'off' : 'polite'}>
            <strong>{describeSearch(state)}</strong> · {search.goesDepthFirst ? 'step' : 'round'} {count(state.rounds)} · {count(state.created)} nodes ·{' '}
            {bytes(state.memory)} · {info.to_move} {sentence(state, settingOf(info))}
            {search.running && kTwoValued.includes(name) && info.values.length > 2 ? ` · asks whether ${info.to_move} gets at least ${signed(state.asked)}` : ''}
          </p>
          {search.goesDepthFirst && <p class="step" role="status">{tellStep(search, info.to_move) || ' '}</p>}
          {drawn && (
            <TreeDrawing
              root={drawn}
              selected={selected}
              label={`Tree of ${name}`}
              legend={<Legend search={search} info={info} />}
              onSelect={setSelected}
              onToggle={(key) => search.setOpen(key, !search.isOpen(key))}
              onMore={(key) => (more.set(key, (more.get(key) ?? 9) + 20), again(undefined))}
            />
          )}
          <TreeView search={search} info={info} selected={selected} onSelect={setSelected} />
          <div class="under">
            <NodeDetails entry={search.entries.get(selected) ?? search.entries.get('')!} info={info} search={search} onSelect={setSelected} />
            {state.history.length > 0 && <Plot state={state} algorithm={name} />}
          </div>
        </>
      )}
      {!state && !search.error && <div class="placeholder" aria-busy="true" />}
    </section>
  );
}
