// Watch a search: its tree, its effort numbers or windows, and two algorithms on the same position.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { About, OptionInfo, PositionInfo, Question } from '../api';
import { get, once, pause } from '../api';
import { isTree, nameOf } from '../boards';
import { GameChooser, useGames } from '../chooser';
import { coloured } from '../players';
import type { Parameters } from '../route';
import { go, link } from '../route';
import { Searching, kDepthFirst } from '../searching';
import { Tip } from '../tips';
import { count, plenty, signed } from '../words';
import { Lecture } from './lecture';
import { Panel, kTwoValued, useWatched } from './panel';

const kBestFirst = ['pns', 'mopns', 'ppns', 'mcpns', 'pn2', 'mopn2'];
const kWindows = ['alphabeta', 'scout', 'negascout'];
const kFirst = { game: 'tree:@minimax', algorithm: 'alphabeta' };
// These have a place of their own in the form.
const kOwn = ['knowledge', 'table_size'];
const kSpeeds = [
  { name: '1 step a second', rounds: 1, wait: 1000 },
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
  const { presets } = useGames();
  const lecture = presets.find((preset) => preset.game === asked.game && !preset.searchable);

  useEffect(() => void once<About>('/api/about').then(setAbout, (refusal: Error) => setError(refusal.message)), []);
  useEffect(() => {
    const abort = new AbortController();
    const { game, position, outcomes } = asked;
    setInfo(null);
    if (lecture) return setError('');
    get<PositionInfo>('/api/position', { game, position, outcomes }, abort.signal).then(
      (found) => (setInfo(coloured(found)), setError('')),
      (refusal: Error) => abort.signal.aborted || setError(refusal.message),
    );
    return () => abort.abort();
  }, [asked.game, asked.position, asked.outcomes, lecture]);

  return (
    <>
      <h1 class="hidden">Search</h1>
      <Question asked={asked} info={info} about={about} fixed={lecture !== undefined} />
      {lecture && <Lecture key={lecture.name} preset={lecture} />}
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

function Algorithms() {
  const option = (name: string) => (
    <option key={name} value={name}>
      {name}
    </option>
  );
  return (
    <>
      <optgroup label="depth first">{kDepthFirst.map(option)}</optgroup>
      <optgroup label="best first">{kBestFirst.map(option)}</optgroup>
    </>
  );
}

// `fixed`: a tree that no algorithm can search.
function Question({ asked, info, about, fixed }: { asked: Parameters; info: PositionInfo | null; about: About | null; fixed: boolean }) {
  const { presets } = useGames();
  const form = useRef<HTMLFormElement>(null);
  const summaries = about?.algorithms ?? [];
  const chosen = [asked.algorithm, asked.second];
  const options = (about?.options ?? []).filter(
    ({ name, algorithms }) => !kOwn.includes(name) && chosen.some((one) => algorithms.includes(one)),
  );
  const windows = chosen.some((name) => kWindows.includes(name));
  const first = chosen.some((name) => kDepthFirst.includes(name));
  const change = (changed: Parameters) => go('search', { ...asked, ...changed });
  const read = () => {
    const data = new FormData(form.current!);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const names = ['position', 'algorithm', 'second', 'at_least', 'knowledge', 'table', ...options.map(({ name }) => name)];
    return Object.fromEntries(names.map((name) => [name, text(name)]));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    change(read());
  };
  const cuts = info?.values.slice(1) ?? [];
  const hasCut = cuts.length > 1 && chosen.some((name) => kTwoValued.includes(name) || kWindows.includes(name));
  return (
    <section class="card question" aria-label="What to search">
      <GameChooser lectures game={asked.game} onChoose={(game) => change({ game, position: '', outcomes: '', at_least: '' })} />
      {!fixed && <form class="row" ref={form} onSubmit={submit}>
        <label class="field">
          <span>Algorithm</span>
          <select name="algorithm" value={asked.algorithm} onChange={() => change(read())}>
            <Algorithms />
          </select>
        </label>
        <label class="field">
          <span>Compare with</span>
          <select name="second" value={asked.second} onChange={() => change(read())}>
            <option value="">nothing</option>
            <Algorithms />
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
        {windows && (
          <label class="check">
            <input type="checkbox" name="table" value="none" checked={asked.table === 'none'} onChange={() => change(read())} />
            without a <Tip word="transposition table" />
          </label>
        )}
        {first && !isTree(asked.game) && (
          <label class="check">
            <input type="checkbox" name="knowledge" value="true" checked={asked.knowledge === 'true'} onChange={() => change(read())} />
            with the game’s <Tip word="knowledge" />
          </label>
        )}
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
        <p class="muted summary">
          {chosen.filter(Boolean).map((name) => (
            <span key={name}>
              <strong>{name}</strong>: {summaries.find((one) => one.name === name)?.summary}.{' '}
            </span>
          ))}
          <a href={link('guide', { page: 'algorithms' })}>How the algorithms work</a>
        </p>
      </form>}
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
                {!preset.searchable && <span class="muted"> (by hand)</span>}
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
      if (asked.at_least && [...kTwoValued, ...kWindows].includes(algorithm)) question.at_least = Number(asked.at_least);
      if (kDepthFirst.includes(algorithm)) question.knowledge = asked.knowledge === 'true';
      if (asked.table === 'none' && kWindows.includes(algorithm)) question.table_size = 0;
      if (nameOf(asked.game) === 'tree' && !kDepthFirst.includes(algorithm)) question.keep_solved = true; // small, and there to be looked at
      for (const option of options)
        if (!kOwn.includes(option.name) && asked[option.name] && option.algorithms.includes(algorithm))
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
  const back = async () => {
    if (busy.current) return;
    busy.current = true;
    setRunning(false);
    await Promise.all(searches.map((search) => search.back()));
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
      <div class="card row stepper" role="group" aria-label="Steps">
        <button class="button" disabled={!searches.some((search) => search.state?.rounds)} onClick={back} title="One step less">
          Back
        </button>
        <span class="label">Take</span>
        {[1, 10, 100, 1000].map((rounds) => (
          <button key={rounds} class="button" disabled={over} onClick={() => step(rounds)}>
            {count(rounds)}
          </button>
        ))}
        <span class="label">{' steps, or'}</span>
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
      {searches.length > 1 && <Versus searches={searches} />}
      <div class={searches.length > 1 ? 'duo' : ''}>
        {searches.map((search, k) => (
          <Panel key={k} search={search} info={info} />
        ))}
      </div>
    </>
  );
}

// Two searches of one question: how many nodes each has made.
function Versus({ searches }: { searches: Searching[] }) {
  const most = Math.max(1, ...searches.map(({ state }) => state?.created ?? 0));
  return (
    <section class="card versus" aria-label="Nodes of both searches">
      {searches.map(({ question, state }, k) => (
        <div key={k}>
          <strong>{question.algorithm}</strong>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class={`range line-${k}`} x="0" y="1" height="8" width={(100 * (state?.created ?? 0)) / most} rx="1" />
          </svg>
          <span>
            {plenty(state?.created ?? 0)} nodes{state && state.status !== 'running' ? ', done' : ''}
          </span>
        </div>
      ))}
    </section>
  );
}
