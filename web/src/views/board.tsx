// Play a game; every move shows its value as soon as it is known.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PositionInfo } from '../api';
import { get } from '../api';
import { useAnalysis } from '../analysis';
import { nameOf } from '../boards';
import { BoardView } from '../boards/view';
import type { Mark } from '../boards/view';
import { GameChooser, useGame } from '../chooser';
import type { Parameters } from '../route';
import { go } from '../route';
import { bestMoves, brief, sentence, sign, tone } from '../words';
import type { Setting } from '../words';
import { ThreatsPanel, numbersOf, useThreats } from './threats';
import { ValuesPanel } from './values';

export const kFirstGame = 'connect4:6x5';

interface Place {
  game: string;
  outcomes: string;
  start: string; // the position play began at, empty for the game's own
  moves: string[];
  at: number; // how many of the moves are played; the others can be redone
}

function readPlace(parameters: Parameters): Place {
  const moves = (parameters.moves ?? '').split(',').filter(Boolean);
  const at = parameters.at === undefined ? moves.length : Number(parameters.at);
  return {
    game: parameters.game || kFirstGame,
    outcomes: parameters.outcomes ?? '',
    start: parameters.position ?? '',
    moves,
    at: Number.isInteger(at) && at >= 0 && at <= moves.length ? at : moves.length,
  };
}

function visit(place: Place) {
  go('board', {
    game: place.game,
    outcomes: place.outcomes,
    position: place.start,
    moves: place.moves.join(','),
    at: place.at < place.moves.length ? String(place.at) : '',
  });
}

// Where to begin after an error: without a position or moves the game itself is wrong, so in its usual size, or
// else the first game.
function playable(place: Place): Place {
  if (place.start || place.moves.length > 0) return place;
  return { ...place, game: place.game.includes(':') ? nameOf(place.game) : kFirstGame, outcomes: '' };
}

const seen = new Map<string, PositionInfo>();

async function ask(path: string, query: Record<string, string>, signal: AbortSignal) {
  const key = JSON.stringify([path, query]);
  let info = seen.get(key);
  if (!info) {
    info = await get<PositionInfo>(path, query, signal);
    seen.set(key, info);
    if (seen.size > 2000) seen.delete(seen.keys().next().value!);
  }
  return info;
}

// The positions at the start and after each of the moves played.
async function replay({ game, outcomes, start, moves, at }: Place, signal: AbortSignal) {
  const scale: Record<string, string> = outcomes ? { outcomes } : {};
  const line = [await ask('/api/position', start ? { game, ...scale, position: start } : { game, ...scale }, signal)];
  for (const move of moves.slice(0, at)) {
    const { position } = line[line.length - 1];
    line.push(await ask('/api/play', { game, ...scale, position, move }, signal));
  }
  return line;
}

export function BoardPage({ parameters }: { parameters: Parameters }) {
  const place = readPlace(parameters);
  // What is drawn: the place asked for, or the one before it while the server is asked.
  const [shown, setShown] = useState<{ key: string; place: Place; line: PositionInfo[] } | null>(null);
  const [error, setError] = useState('');
  const [seconds, setSeconds] = useState(60);
  const [analysing, setAnalysing] = useState(true);
  const key = JSON.stringify(place);

  useEffect(() => {
    const abort = new AbortController();
    replay(place, abort.signal).then(
      (line) => {
        setShown({ key, place, line });
        setError('');
      },
      (refusal: Error) => {
        if (abort.signal.aborted) return;
        setError(refusal.message);
        setShown(null);
      },
    );
    return () => abort.abort();
  }, [key]);

  const title = useGame(place.game)?.title ?? nameOf(place.game);
  const line = shown?.line ?? [];
  const info = line[line.length - 1] as PositionInfo | undefined;
  const subject =
    info && !info.ended && analysing
      ? { game: info.game, position: info.position, outcomes: info.outcomes }
      : null;
  const { analysis, stop, again } = useAnalysis(subject, seconds);
  const threats = useThreats(info);

  const undo = () => place.at > 0 && visit({ ...place, at: place.at - 1 });
  const redo = () => place.at < place.moves.length && visit({ ...place, at: place.at + 1 });
  const fresh = () => visit({ ...(error ? playable(place) : place), start: '', moves: [], at: 0 });
  const play = (move: string) => {
    if (shown?.key !== key) return; // a move is still on its way
    const same = place.moves[place.at] === move;
    visit({ ...place, moves: same ? place.moves : [...place.moves.slice(0, place.at), move], at: place.at + 1 });
  };

  const handlers = useRef({ undo, redo });
  handlers.current = { undo, redo };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if ((event.target as Element).closest('input, textarea, select')) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) handlers.current.redo();
      else handlers.current.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const setting: Setting | null = info
    ? { game: info.game, position: info.position, outcomes: info.outcomes, values: info.values }
    : null;
  const best = bestMoves(analysis.known, info?.moves ?? []);
  const marks = new Map<string, Mark>();
  if (setting && analysing)
    for (const move of info!.moves) {
      const known = analysis.known.get(move) ?? { lower: -Infinity, upper: Infinity };
      marks.set(move, {
        lines: brief(known, setting),
        sign: sign(known, setting),
        tone: tone(known, setting),
        best: best.has(move),
        spoken: `${sentence(known, setting)}${best.has(move) ? ', best' : ''}`,
      });
    }
  const last = shown?.place.moves[shown.place.at - 1];

  return (
    <div class="columns">
      <h1 class="hidden">Board</h1>
      <section class="card stage" aria-label="Board">
        <div class="toolbar">
          <GameChooser game={info?.game ?? place.game} onChoose={(game) => visit({ game, outcomes: '', start: '', moves: [], at: 0 })} />
          <Outcomes game={place.game} chosen={info?.outcomes ?? place.outcomes} onChoose={(outcomes) => visit({ ...place, outcomes })} />
        </div>
        {error && (
          <p class="error" role="alert">
            {error}{' '}
            <button class="button small" onClick={fresh}>
              New game
            </button>
          </p>
        )}
        {!info && !error && <div class="placeholder" aria-busy="true" />}
        {info && (
          <>
            <BoardView
              game={info.game}
              position={info.position}
              drawing={info.drawing}
              moves={info.moves}
              maxToMove={info.mover_is_max}
              last={last}
              ply={shown!.place.at}
              before={line[line.length - 2]?.position}
              marks={marks}
              numbers={numbersOf(threats, info.mover_is_max)}
              label={`${title}, ${info.to_move} to move`}
              onPlay={play}
            />
            <Turn info={info} setting={setting!} />
            <ThreatsPanel info={info} {...threats} />
          </>
        )}
        <div class="row controls">
          <button class="button" onClick={undo} disabled={place.at === 0} title="Ctrl+Z">
            <Arrow back /> Undo
          </button>
          <button class="button" onClick={redo} disabled={place.at === place.moves.length} title="Ctrl+Y">
            Redo <Arrow />
          </button>
          <button class="button" onClick={fresh}>
            New game
          </button>
          <Share />
        </div>
        <Record place={place} />
        <Paste place={place} position={info?.position ?? ''} />
      </section>
      {!error && <ValuesPanel
        info={info}
        setting={setting}
        analysis={analysis}
        best={best}
        analysing={analysing}
        seconds={seconds}
        onAnalysing={setAnalysing}
        onSeconds={setSeconds}
        onStop={stop}
        onAgain={again}
        onPlay={play}
      />}
    </div>
  );
}

function Arrow({ back }: { back?: boolean }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={back ? 'M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H6' : 'M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 8H10'} />
    </svg>
  );
}

function Turn({ info, setting }: { info: PositionInfo; setting: Setting }) {
  const value = info.value ?? info.lower;
  return (
    <p class="turn" aria-live="polite">
      {info.ended ? (
        <span>
          <strong>The game is over.</strong> {outcomeOf(info, value, setting)}
        </span>
      ) : (
        <>
          <Swatch game={info.game} first={info.mover_is_max} />
          <span>
            <strong>{info.to_move}</strong> to move
          </span>
        </>
      )}
    </p>
  );
}

// What the player's stones look like.
function Swatch({ game, first }: { game: string; first: boolean }) {
  const name = nameOf(game);
  const stone =
    name === 'connect4' ? (
      <g class="disc">
        <circle class={first ? 'x' : 'o'} cx="10" cy="10" r="9" />
        {first ? <circle class="inset" cx="10" cy="10" r="5" /> : <circle class="dot" cx="10" cy="10" r="2.5" />}
      </g>
    ) : name === 'othello' ? (
      <circle class={`stone ${first ? 'black' : 'white'}`} cx="10" cy="10" r="9" />
    ) : name === 'woodpush' ? (
      <path class={`piece ${first ? 'x' : 'o'}`} d={first ? 'M2 2h8l8 8l-8 8h-8z' : 'M18 2h-8l-8 8l8 8h8z'} />
    ) : ['mnk', 'gomoku', 'qubic'].includes(name) ? (
      first ? <path class="cross" d="M4 4 16 16M16 4 4 16" stroke-width="3" /> : <circle class="ring" cx="10" cy="10" r="7" stroke-width="3" />
    ) : null;
  return stone && (
    <svg class="swatch" viewBox="0 0 20 20" aria-hidden="true">
      {stone}
    </svg>
  );
}

// The end is told from the winner's side, whoever would be to move.
function outcomeOf(info: PositionInfo, value: number, setting: Setting): string {
  if (['tree', 'random', 'pgame'].includes(nameOf(info.game)) && info.outcomes !== 'wld') {
    const forMax = info.mover_is_max ? value : -value;
    return `${info.players.max} gets ${forMax}.`;
  }
  if (value === 0) return 'It is a draw.';
  const { max, min } = info.players;
  const winner = info.mover_is_max === value > 0 ? max : min;
  if (info.outcomes === 'wld' || nameOf(info.game) === 'connect4') return `${winner} has won.`;
  return `${winner} ${sentence({ lower: Math.abs(value), upper: Math.abs(value) }, setting)}.`;
}

function Outcomes({ game, chosen, onChoose }: { game: string; chosen: string; onChoose: (outcomes: string) => void }) {
  const scales = useGame(game)?.scales ?? [];
  if (scales.length < 2) return null;
  return (
    <label class="field">
      <span>Outcomes</span>
      <select value={chosen || scales[0]} onChange={(event) => onChoose(event.currentTarget.value)}>
        {scales.map((scale) => (
          <option key={scale} value={scale}>
            {scale === 'wld' ? 'win, draw, loss' : 'score'}
          </option>
        ))}
      </select>
    </label>
  );
}

function Share() {
  const [said, setSaid] = useState('');
  const share = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid('Address copied');
    } catch {
      setSaid('Copy it from the address bar'); // no permission, or not on this machine
    }
    setTimeout(() => setSaid(''), 2000);
  };
  return (
    <button class="button" onClick={share} title="The address holds the game, the position and the moves">
      <span aria-live="polite">{said || 'Copy link'}</span>
    </button>
  );
}

function Record({ place }: { place: Place }) {
  if (place.moves.length === 0) return null;
  return (
    <ol class="record" aria-label="Moves played">
      {place.moves.map((move, k) => (
        <li key={k}>
          <button
            class={k + 1 === place.at ? 'now' : k >= place.at ? 'undone' : ''}
            aria-current={k + 1 === place.at ? 'step' : undefined}
            onClick={() => visit({ ...place, at: k + 1 })}
          >
            {move}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Paste({ place, position }: { place: Place; position: string }) {
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const info = useGame(place.game);

  const show = async (text: string) => {
    try {
      const query = { game: place.game, outcomes: place.outcomes, position: text };
      const found = await get<PositionInfo>('/api/position', query);
      setError('');
      if (field.current) field.current.value = '';
      visit({ ...place, start: found.position, moves: [], at: 0 });
    } catch (refusal) {
      setError((refusal as Error).message);
      if (details.current) details.current.open = true; // a paste outside the field shows its error too
    }
  };
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if ((event.target as Element).closest?.('input, textarea')) return;
      const text = event.clipboardData?.getData('text').trim();
      if (!text) return;
      if (field.current) field.current.value = text;
      void latest.current(text);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
  useEffect(() => setError(''), [place.game]);

  return (
    <details class="paste" ref={details}>
      <summary>Position as text</summary>
      <p class="notation">
        <code class="position">{position}</code>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void show(field.current!.value.trim());
        }}
      >
        <label class="field grow">
          <span>Paste a position: {info?.notation ?? 'in the game’s own notation'}</span>
          <input
            ref={field}
            required
            autocomplete="off"
            spellcheck={false}
            placeholder={info?.example}
            aria-invalid={error !== ''}
            aria-describedby={error ? 'paste-error' : undefined}
          />
        </label>
        <button class="button">Show</button>
      </form>
      {error && (
        <p class="error" id="paste-error" role="alert">
          {error}
        </p>
      )}
    </details>
  );
}
