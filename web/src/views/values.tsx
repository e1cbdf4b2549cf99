// Beside the board: what the position is worth, what every move is worth, and how the server knows.
import { useEffect, useState } from 'preact/hooks';
import type { Analysis } from '../analysis';
import type { About, Answer, MoveValue, PositionInfo, ProofInfo } from '../api';
import { isLocal, once, post } from '../api';
import { nameOf } from '../boards';
import { go } from '../route';
import { Scrolling } from '../scrolling';
import type { Known, Setting } from '../words';
import { bytes, count, describeStatus, duration, grounds, isExact, plenty, rank, sentence, settingOf, signed, tone } from '../words';

interface Properties {
  info: PositionInfo | undefined;
  setting: Setting | null;
  analysis: Analysis;
  best: Set<string>;
  analysing: boolean;
  seconds: number;
  onAnalysing: (on: boolean) => void;
  onSeconds: (seconds: number) => void;
  onStop: () => void;
  onAgain: () => void;
  onPlay: (move: string) => void;
  onLine: (moves: string[], count: number) => void; // these moves come next, so many of them are played
}

// A position is worth at least what its best known move is, and at most what the best may still be.
function whole(info: PositionInfo, analysis: Analysis): Known {
  const known = info.moves.map((move) => analysis.known.get(move));
  const top = (end: 'lower' | 'upper', other: number) =>
    Math.max(...known.map((value) => value?.[end] ?? other));
  const from = [info, analysis.progress, analysis.answer].filter((part) => part !== null);
  let lower = Math.max(...from.map((part) => part.lower));
  let upper = Math.min(...from.map((part) => part.upper));
  if (known.length > 0) {
    lower = Math.max(lower, top('lower', -Infinity));
    upper = Math.min(upper, top('upper', Infinity));
  }
  return { lower, upper };
}

// Connect Four's score is told as a number of moves.
function saysWhen({ game, outcomes }: Setting): boolean {
  return nameOf(game) === 'connect4' && outcomes !== 'wld';
}

const kLong = 12;

function alike(info: PositionInfo, analysis: Analysis): boolean {
  const values = new Set(info.moves.map((move) => analysis.known.get(move)?.value ?? null));
  return info.moves.length > 1 && values.size === 1 && !values.has(null);
}

export function ValuesPanel(properties: Properties) {
  const { info, setting, analysis, best, analysing, onPlay } = properties;
  if (!info || !setting) return <section class="card side" aria-label="Values" aria-busy="true" />;
  const value = info.ended ? info : whole(info, analysis);
  const exact = isExact(value);
  const praise = isExact(info) ? rank(['rules']) : rank(analysis.answer?.rests_on);
  const moves = [...info.moves];
  // Once all is said the best come first; in long lists earlier, or they would not be seen.
  if (analysis.state === 'done' || moves.length > kLong) {
    const rank = (move: string) => analysis.known.get(move)?.lower ?? -Infinity;
    moves.sort((a, b) => rank(b) - rank(a) || info.moves.indexOf(a) - info.moves.indexOf(b));
  }
  return (
    <section class="card side" aria-label="Values">
      <h2>Values</h2>
      <p class={`verdict ${tone(value, setting)}`} aria-live="polite">
        {info.ended ? 'The game is over.' : (
          <>
            <span class="who">{info.to_move}</span>{' '}
            {exact || analysis.state !== 'off' ? sentence(value, setting) : 'to move'}
            {exact && <span class="proved">{saysWhen(setting) ? `score ${signed(value.lower)}, ${praise}` : praise}</span>}
          </>
        )}
      </p>
      {!info.ended && <Work {...properties} />}
      {!info.ended && analysing && (
        <>
        {alike(info, analysis) && <p class="muted">All moves are equally good.</p>}
        <Scrolling kind="moves" label="Value of every move" count={moves.length}>
          <ul aria-label="Value of every move">
            {moves.map((move) => (
              <MoveRow key={move} move={move} known={analysis.known.get(move)} best={best.has(move)} setting={setting} onPlay={onPlay} />
            ))}
          </ul>
        </Scrolling>
        <BestLine key={`${info.game} ${info.position}`} {...properties} />
        </>
      )}
      {!info.ended && analysing && <Knowledge {...properties} />}
    </section>
  );
}

const kQuick = 3; // seconds: what took longer is asked again only when somebody wants it
const kShown = 24;

// Best play from here on. The server finds it in a search of its own.
function BestLine({ info, analysis, seconds, onLine }: Properties) {
  const [line, setLine] = useState<string[] | null>(null);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState('');
  const { answer } = analysis;
  const solved = answer?.status === 'solved';
  const wanted = solved && (asked || answer.seconds <= kQuick);
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const { game, position, outcomes } = info!;
    post<Answer>('/api/solve', { game, position, outcomes, seconds }, abort.signal).then(
      (found) => setLine(found.line ?? []),
      (refusal: Error) => abort.signal.aborted || setError(refusal.message),
    );
    return () => abort.abort();
  }, [wanted]);
  if (!solved) return null;
  if (error) return <p class="error" role="alert">{error}</p>;
  if (!line)
    return wanted ? <p class="muted">Looking for the line of best play…</p> : (
      <button class="button small" onClick={() => setAsked(true)}>Show the line of best play</button>
    );
  if (line.length === 0) return null;
  return (
    <div class="bestline">
      <h3>Best play</h3>
      <ol aria-label="Line of best play">
        {line.slice(0, kShown).map((move, k) => (
          <li key={k}>
            <button class="linkish" title="Play up to here" onClick={() => onLine(line, k + 1)}>{move}</button>
          </li>
        ))}
        {line.length > kShown && <li class="muted">and {line.length - kShown} more</li>}
      </ol>
      <button class="button small" onClick={() => onLine(line, 0)} title="Then the arrow keys go through it">
        Walk through it
      </button>
    </div>
  );
}

interface RowProperties {
  move: string;
  known: MoveValue | undefined;
  best: boolean;
  setting: Setting;
  onPlay: (move: string) => void;
}

function MoveRow({ move, known, best, setting, onPlay }: RowProperties) {
  const range = known ?? { lower: -Infinity, upper: Infinity };
  return (
    <li>
      <button class={`move ${tone(range, setting)}`} data-value={known?.value ?? ''} data-name={move} title={known?.value == null ? '' : signed(known.value)} onClick={() => onPlay(move)}>
        <span class="name">{move}</span>
        <span class="bar" aria-hidden="true">
          <Range known={range} values={setting.values} />
        </span>
        <span class="word">{sentence(range, setting)}</span>
        <span class="bestmark">{best ? '★ best' : ''}</span>
      </button>
    </li>
  );
}

// Where on the scale the value can still lie.
function Range({ known, values }: { known: Known; values: number[] }) {
  const low = values[0] ?? -1;
  const high = values[values.length - 1] ?? 1;
  const place = (value: number) => (Math.min(Math.max(value, low), high) - low) / (high - low || 1);
  const from = place(known.lower) * 94;
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none">
      <rect class="track" x="0" y="4" width="100" height="2" />
      <rect class="range" x={from} y="1" width={Math.max(6, place(known.upper) * 94 - from + 6)} height="8" rx="3" />
    </svg>
  );
}

const kTimes: [number, string][] = [
  [1, 'a second'],
  [10, '10 seconds'],
  [60, 'a minute'],
  [600, '10 minutes'],
  [3600, 'an hour'],
];

// The times to choose from: all below the server's own limit, and the limit itself.
function timesUpTo(most: number): [number, string][] {
  const last = kTimes.find(([time]) => time === most) ?? [most, `${most} seconds`];
  return [...kTimes.filter(([time]) => time < most), last];
}

function Work({ analysis, analysing, seconds, onAnalysing, onSeconds, onStop, onAgain }: Properties) {
  const { progress, answer } = analysis;
  const [most, setMost] = useState(60); // the server's own limit
  useEffect(() => void once<About>('/api/about').then((about) => setMost(about.limits.seconds ?? 60), () => {}), []);
  return (
    <div class="work">
      <div class="row">
        <label class="check">
          <input type="checkbox" checked={analysing} onChange={(event) => onAnalysing(event.currentTarget.checked)} /> Value every move
        </label>
        <label class="field inline">
          <span>for up to</span>
          <select value={String(Math.min(seconds, most))} onChange={(event) => onSeconds(Number(event.currentTarget.value))}>
            {timesUpTo(most).map(([time, name]) => (
              <option key={time} value={String(time)}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {analysis.state === 'running' && (
          <button class="button stop" onClick={onStop}>
            Stop
          </button>
        )}
        {(analysis.state === 'failed' || (answer && answer.status !== 'solved')) && (
          <button class="button" onClick={onAgain}>
            Search again
          </button>
        )}
      </div>
      <p class="hidden" role="status">
        {analysis.state === 'running' ? 'Searching' : ''}
      </p>
      {analysis.state === 'running' && (
        <p class="progress">
          <span class="spinner" aria-hidden="true" />
          {progress
            ? `${plenty(progress.created)} nodes · ${plenty(progress.rate)}/s · ${bytes(progress.bytes)} · ${duration(progress.seconds)}`
            : 'Looking at the moves…'}
          {progress?.move ? ` · looking at ${progress.move}` : ''}
        </p>
      )}
      {analysis.state === 'running' && analysis.restarted && (
        <p class="muted">The server was restarted; the question was asked again.</p>
      )}
      {answer && answer.status !== 'solved' && (
        <p class="muted" role="status">
          The search {describeStatus(answer.status)}. What is written here is true, but not yet all there is to know.
        </p>
      )}
      {analysis.state === 'failed' && (
        <p class="error" role="alert">
          {analysis.error}
        </p>
      )}
    </div>
  );
}

function Knowledge({ info, analysis }: Properties) {
  const [making, setMaking] = useState(false);
  const [error, setError] = useState('');
  const { answer } = analysis;
  if (!answer || !info) return null;
  const show = async () => {
    setMaking(true);
    setError('');
    const { game, position, outcomes } = info;
    try {
      const proof = await post<ProofInfo>('/api/proofs/make', { game, position, outcomes });
      go('proof', { id: proof.id, game, position, outcomes });
    } catch (refusal) {
      setError((refusal as Error).message);
    }
    setMaking(false);
  };
  const solved = answer.status === 'solved';
  const searched = answer.rests_on?.includes('search') ?? true;
  const why = grounds(answer.rests_on, solved);
  return (
    <details class="how" open>
      <summary>How it knows</summary>
      <dl>
        <dt>Search</dt>
        <dd>
          {searched ? answer.algorithm : 'none was needed'}
          {searched && answer.chosen_because ? ` (${answer.chosen_because})` : ''}
        </dd>
        <dt>Nodes</dt>
        <dd>{count(answer.created + (answer.extra_nodes ?? 0))}</dd>
        <dt>Time</dt>
        <dd>
          {duration(answer.seconds)}
          {answer.peak_bytes ? `, ${bytes(answer.peak_bytes)}` : ''}
        </dd>
        <dt>Certainty</dt>
        <dd>
          {solved ? 'exact, for every move as well' : isExact(answer) ? 'exact, but not for every move' : `proved bounds: ${sentence(answer, settingOf(info))}`}
        </dd>
        {why && (
          <>
            <dt>Rests on</dt>
            <dd class="grounds">{why}</dd>
          </>
        )}
      </dl>
      {solved && !isLocal && (
        <button class="button" onClick={show} disabled={making}>
          {making ? 'Writing the proof…' : 'Show the proof'}
        </button>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </details>
  );
}
