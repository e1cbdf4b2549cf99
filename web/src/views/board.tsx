// Play a game; every move shows its value as soon as it is known.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PositionInfo } from '../api';
import { useAnalysis } from '../analysis';
import { useAnnotation } from '../annotating';
import { nameOf } from '../boards';
import { BoardView } from '../boards/view';
import type { Mark } from '../boards/view';
import { GameChooser, useGame } from '../chooser';
import type { Level, Opponent } from '../opponent';
import { isItsTurn, kLevels, useOpponent } from '../opponent';
import { playable, readPlace, replay, visit } from '../place';
import type { Place } from '../place';
import type { Parameters } from '../route';
import { bestMoves, brief, sentence, sign, tone } from '../words';
import type { Setting } from '../words';
import { Rules } from './guide';
import { Paste } from './paste';
import { Record } from './record';
import { ThreatsPanel, numbersOf, useThreats } from './threats';
import { ValuesPanel } from './values';

export function BoardPage({ parameters }: { parameters: Parameters }) {
  const place = readPlace(parameters);
  // What is drawn: the place asked for, or the one before it while the server is asked.
  const [shown, setShown] = useState<{ key: string; place: Place; line: PositionInfo[] } | null>(null);
  const [error, setError] = useState('');
  const [seconds, setSeconds] = useState(60);
  const [analysing, setAnalysing] = useState(true);
  const [opponent, setOpponent] = useState<Opponent>({ side: 'none', level: 'perfect' });
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
  // It plays on at the end of what was played, not where somebody looks back.
  const itsTurn = shown?.key === key && place.at === place.moves.length && isItsTurn(opponent, info);
  const subject =
    info && !info.ended && (analysing || itsTurn)
      ? { game: info.game, position: info.position, outcomes: info.outcomes }
      : null;
  const { analysis, stop, again } = useAnalysis(subject, seconds);
  const threats = useThreats(info);
  const { annotation, begin, stop: stopAnnotating } = useAnnotation(place, Math.min(seconds, 10));

  const goTo = (at: number) => at >= 0 && at <= place.moves.length && visit({ ...place, at });
  const undo = () => goTo(place.at - 1);
  const redo = () => goTo(place.at + 1);
  const fresh = () => visit({ ...(error ? playable(place) : place), start: '', moves: [], at: 0 });
  const play = (move: string) => {
    if (shown?.key !== key) return; // a move is still on its way
    const same = place.moves[place.at] === move;
    visit({ ...place, moves: same ? place.moves : [...place.moves.slice(0, place.at), move], at: place.at + 1 });
  };

  useOpponent(opponent, itsTurn, info, analysis, play);

  const handlers = useRef({ undo, redo, goTo, last: place.moves.length });
  handlers.current = { undo, redo, goTo, last: place.moves.length };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (event.altKey || event.defaultPrevented || target.closest('input, textarea, select, [role=tree]')) return;
      const key = event.key.toLowerCase();
      const { undo, redo, goTo, last } = handlers.current;
      if (!(event.ctrlKey || event.metaKey)) {
        const step = { arrowleft: undo, arrowright: redo, home: () => goTo(0), end: () => goTo(last) }[key];
        if (step && !event.shiftKey) (event.preventDefault(), step());
        return;
      }
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) redo();
      else undo();
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
              onPlay={itsTurn ? undefined : play}
            />
            <Turn info={info} setting={setting!} />
            <ThreatsPanel info={info} {...threats} />
          </>
        )}
        <div class="row controls">
          <button class="button" onClick={undo} disabled={place.at === 0} title="Arrow left, or Ctrl+Z">
            <Arrow back /> Undo
          </button>
          <button class="button" onClick={redo} disabled={place.at === place.moves.length} title="Arrow right, or Ctrl+Y">
            Redo <Arrow />
          </button>
          <button class="button" onClick={fresh}>
            New game
          </button>
          <Share />
        </div>
        {info && <Against players={info.players} opponent={opponent} thinking={itsTurn} onChoose={(chosen) => {
          setOpponent(chosen);
          if (chosen.side !== opponent.side) setAnalysing(chosen.side === 'none');
        }} />}
        {analysis.state === 'failed' && itsTurn && <p class="error" role="alert">{analysis.error}</p>}
        <Record place={place} annotation={annotation} setting={setting} onAnnotate={begin} onStop={stopAnnotating} />
        <Paste place={place} position={info?.position ?? ''} />
        <Rules key={nameOf(place.game)} name={nameOf(place.game)} />
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
        onPlay={itsTurn ? () => {} : play}
        onLine={(moves, count) => visit({ ...place, moves: [...place.moves.slice(0, place.at), ...moves], at: place.at + count })}
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

interface AgainstProperties {
  players: { max: string; min: string };
  opponent: Opponent;
  thinking: boolean;
  onChoose: (opponent: Opponent) => void;
}

function Against({ players, opponent, thinking, onChoose }: AgainstProperties) {
  return (
    <div class="row against">
      <label class="field inline">
        <span>Solvent plays</span>
        <select value={opponent.side} onChange={(event) => onChoose({ ...opponent, side: event.currentTarget.value as Opponent['side'] })}>
          <option value="none">nobody</option>
          <option value="max">{players.max}</option>
          <option value="min">{players.min}</option>
        </select>
      </label>
      {opponent.side !== 'none' && (
        <label class="field inline">
          <span class="hidden">How it plays</span>
          <select value={opponent.level} onChange={(event) => onChoose({ ...opponent, level: event.currentTarget.value as Level })}>
            {Object.entries(kLevels).map(([level, { title }]) => (
              <option key={level} value={level}>{title}</option>
            ))}
          </select>
        </label>
      )}
      <span class="muted" role="status">{thinking ? 'It is thinking…' : ''}</span>
    </div>
  );
}
