// Watch a best-first search: its tree, its effort numbers, and two algorithms on the same position.
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { About, OptionInfo, PositionInfo, Question } from '../api';
import { get, once, pause } from '../api';
import { nameOf } from '../boards';
import { GameChooser, useGames } from '../chooser';
import type { Parameters } from '../route';
import { go } from '../route';
import { Searching } from '../searching';
import { bytes, count, describeSearch, sentence, settingOf, signed } from '../words';
import { NodeDetails } from './node';
import { Plot } from './plot';
import { TreeView } from './tree';

const kAlgorithms = ['pns', 'mopns', 'ppns', 'mcpns', 'pn2', 'mopn2'];
const kTwoValued = ['pns', 'pn2', 'mcpns', 'ppns'];
const kFirst = { game: 'mnk:3,3,3', algorithm: 'mopns' };
const kSpeeds = [
  { name: '1 round a second', rounds: 1, wait: 1000 },
  { name: '10 a second', rounds: 1, wait: 100 },
  { name: '100 a second', rounds: 10, wait: 100 },
  { name: '1,000 a second', rounds: 100, wait: 100 },
  { name: 'full speed', rounds: 100000, wait: 0 },
];

export function SearchPage({ parameters }: { parameters: Parameters }) {
  const asked: Parameters = {
    ...parameters, // options of the search among them
    game: parameters.game || kFirst.game,
    position: parameters.position ?? '',
    outcomes: parameters.outcomes ?? '',
    algorithm: parameters.algorithm || kFirst.algorithm,
    second: parameters.second ?? '',
    at_least: parameters.at_least ?? '',
  };
  const key = JSON.stringify(asked);
  const [about, setAbout] = useState<About | null>(null);
  const [info, setInfo] = useState<PositionInfo | null>(null);
  const [error, setError] = useState('');
  const [turn, setTurn] = useState(0);

  useEffect(() => void once<About>('/api/about').then(setAbout, (refusal: Error) => setError(refusal.message)), []);
  useEffect(() => {
    const abort = new AbortController();
    const { game, position, outcomes } = asked;
    setInfo(null);
    get<PositionInfo>('/api/position', { game, position, outcomes }, abort.signal).then(
      (found) => (setInfo(found), setError('')),
      (refusal: Error) => abort.signal.aborted || setError(refusal.message),
    );
    return () => abort.abort();
  }, [asked.game, asked.position, asked.outcomes]);

  return (
    <>
      <h1 class="hidden">Search</h1>
      <Question asked={asked} info={info} about={about} />
      {error && (
        <p class="error card" role="alert">
          {error}
        </p>
      )}
      {info && about && (
        <Watch key={`${turn} ${key}`} asked={asked} info={info} options={about.options} onRestart={() => setTurn(turn + 1)} />
      )}
    </>
  );
}

function Question({ asked, info, about }: { asked: Parameters; info: PositionInfo | null; about: About | null }) {
  const { presets } = useGames();
  const form = useRef<HTMLFormElement>(null);
  const summaries = about?.algorithms ?? [];
  const options = (about?.options ?? []).filter((option) =>
    [asked.algorithm, asked.second].some((name) => option.algorithms.includes(name)),
  );
  const change = (changed: Parameters) => go('search', { ...asked, ...changed });
  const read = () => {
    const data = new FormData(form.current!);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const names = ['position', 'algorithm', 'second', 'at_least', ...options.map(({ name }) => name)];
    return Object.fromEntries(names.map((name) => [name, text(name)]));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    change(read());
  };
  const cuts = info?.values.slice(1) ?? [];
  const hasCut = cuts.length > 1 && [asked.algorithm, asked.second].some((name) => kTwoValued.includes(name));
  return (
    <section class="card question" aria-label="What to search">
      <GameChooser game={asked.game} onChoose={(game) => change({ game, position: '', outcomes: '', at_least: '' })} />
      <form class="row" ref={form} onSubmit={submit}>
        <label class="field">
          <span>Algorithm</span>
          <select name="algorithm" value={asked.algorithm} onChange={() => change(read())}>
            {kAlgorithms.map((name) => (
              <option key={name} value={name} title={summaries.find((one) => one.name === name)?.summary}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Compare with</span>
          <select name="second" value={asked.second} onChange={() => change(read())}>
            <option value="">nothing</option>
            {kAlgorithms.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {hasCut && (
          <label class="field">
            <span>Ask for</span>
            <select name="at_least" value={asked.at_least} onChange={() => change(read())}>
              <option value="">the value</option>
              {cuts.map((value) => (
                <option key={value} value={String(value)}>
                  at least {signed(value)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="field grow">
          <span>Position (empty: the start)</span>
          <input key={asked.game + asked.position} name="position" defaultValue={asked.position} autocomplete="off" spellcheck={false} />
        </label>
        <button class="button">Begin</button>
        {options.length > 0 && (
          <details class="options" open={options.some(({ name }) => asked[name])}>
            <summary>Options of the search</summary>
            <div class="row">
              {options.map((option) => (
                <Field key={option.name} option={option} value={asked[option.name] ?? ''} onChange={() => change(read())} />
              ))}
            </div>
          </details>
        )}
      </form>
      {presets.length > 0 && (
        <details class="presets" open={asked.game.startsWith('tree:@')}>
          <summary>Lecture examples</summary>
          <ul>
            {presets.map((preset) => (
              <li key={preset.name}>
                <button
                  class="linkish"
                  aria-current={preset.game === asked.game ? 'true' : undefined}
                  onClick={() => change({ game: preset.game, position: '', outcomes: '', at_least: '' })}
                >
                  {preset.title}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Field({ option, value, onChange }: { option: OptionInfo; value: string; onChange: () => void }) {
  const { name, kind, help } = option;
  const title = name.replaceAll('_', ' ');
  if (kind === 'flag')
    return (
      <label class="check" title={help}>
        <input type="checkbox" name={name} value="true" checked={value === 'true'} onChange={onChange} />
        {title}
      </label>
    );
  const choices = option.choices.filter((choice) => !choice.includes(':'));
  return (
    <label class="field" title={help}>
      <span>{title}</span>
      {choices.length > 0 ? (
        <select name={name} value={value} onChange={onChange}>
          {choices.map((choice, k) => (
            <option key={choice} value={k ? choice : ''}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input name={name} type={kind} min="0" step="any" defaultValue={value} placeholder={option.usual} onChange={onChange} />
      )}
    </label>
  );
}

// As the server takes it.
function valueOf({ kind }: OptionInfo, text: string): string | number | boolean {
  return kind === 'flag' ? text === 'true' : kind === 'number' ? Number(text) : text;
}

// The last few searches stay where they are, so that another view can be looked at meanwhile.
const kept = new Map<string, Searching>();
const kKept = 4;

function keep(key: string, make: () => Searching): Searching {
  const search = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, search);
  for (const [old, other] of kept) {
    if (kept.size <= kKept) break;
    kept.delete(old);
    other.dispose();
  }
  return search;
}

addEventListener('pagehide', () => kept.forEach((search) => search.dispose()));

interface WatchProperties {
  asked: Parameters;
  info: PositionInfo;
  options: OptionInfo[];
  onRestart: () => void;
}

function Watch({ asked, info, options, onRestart }: WatchProperties) {
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState(1);
  const searches = useMemo(() => {
    const make = (algorithm: string, which: number) => {
      const question: Question & { algorithm: string } = { game: asked.game, algorithm };
      if (asked.position) question.position = asked.position;
      if (asked.outcomes) question.outcomes = asked.outcomes;
      if (asked.at_least && kTwoValued.includes(algorithm)) question.at_least = Number(asked.at_least);
      if (nameOf(asked.game) === 'tree') question.keep_solved = true; // small, and there to be looked at
      for (const option of options)
        if (asked[option.name] && option.algorithms.includes(algorithm))
          question[option.name] = valueOf(option, asked[option.name]);
      return keep(`${which} ${JSON.stringify(question)}`, () => new Searching(question));
    };
    return [asked.algorithm, asked.second].filter(Boolean).map(make);
  }, []);
  useWatched(searches);

  const busy = useRef(false);
  const step = async (rounds: number) => {
    if (busy.current) return;
    busy.current = true;
    setRunning(false);
    await Promise.all(searches.map((search) => search.step(rounds)));
    busy.current = false;
  };
  const restart = () => {
    for (const [key, search] of kept)
      if (searches.includes(search)) {
        kept.delete(key);
        search.dispose();
      }
    onRestart();
  };
  const over = searches.every((search) => search.state !== null && !search.running);

  useEffect(() => {
    if (!running) return;
    const abort = new AbortController();
    void (async () => {
      const { rounds, wait } = kSpeeds[speed];
      while (!abort.signal.aborted && searches.some((search) => search.running && !search.error)) {
        const begun = performance.now();
        await Promise.all(searches.map((search) => search.step(rounds, true)));
        await pause(Math.max(16, wait - (performance.now() - begun)), abort.signal);
      }
      setRunning(false);
    })().catch(() => {});
    return () => abort.abort();
  }, [running, speed]);

  return (
    <>
      <div class="card row stepper" role="group" aria-label="Rounds">
        <span class="label">Take</span>
        {[1, 10, 100, 1000].map((rounds) => (
          <button key={rounds} class="button" disabled={over} onClick={() => step(rounds)}>
            {count(rounds)}
          </button>
        ))}
        <span class="label">{' rounds, or'}</span>
        <button class="button primary" disabled={over && !running} onClick={() => setRunning(!running)} aria-pressed={running}>
          {running ? 'Pause' : 'Run'}
        </button>
        <label class="field inline">
          <span>at</span>
          <select value={String(speed)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {kSpeeds.map(({ name }, k) => (
              <option key={name} value={String(k)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button class="button" onClick={restart}>
          Start over
        </button>
      </div>
      <div class={searches.length > 1 ? 'duo' : ''}>
        {searches.map((search, k) => (
          <Panel key={k} search={search} info={info} />
        ))}
      </div>
    </>
  );
}

// Draws again when a search has news, at most once a frame.
function useWatched(searches: Searching[]) {
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

function Panel({ search, info }: { search: Searching; info: PositionInfo }) {
  const one = useMemo(() => [search], [search]);
  useWatched(one);
  const [selected, setSelected] = useState('');
  const { state } = search;
  const name = search.question.algorithm;
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
            <strong>{describeSearch(state)}</strong> · round {count(state.rounds)} · {count(state.created)} nodes ·{' '}
            {bytes(state.memory)} · {info.to_move} {sentence(state, settingOf(info))}
            {search.running && kTwoValued.includes(name) && info.values.length > 2 ? ` · asks whether ${info.to_move} gets at least ${signed(state.asked)}` : ''}
          </p>
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
