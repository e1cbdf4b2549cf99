// A drawn position on which moves are made: by pointer, or by arrow keys and Enter.
import { useEffect, useRef, useState } from 'preact/hooks';
import { boardOf } from '.';
import type { Drawing, Place } from './board';

export interface Mark {
  lines: string[]; // written on the move's place
  sign: string; // instead, where there is little room
  tone: string;
  best: boolean;
  spoken: string;
}

// A stone of a sequence that is shown on the board.
export interface Numbered {
  number: number;
  max: boolean;
}

interface Properties {
  game: string;
  position: string;
  drawing: string; // the server's text, for positions that cannot be drawn
  moves: string[];
  maxToMove: boolean;
  last?: string;
  before?: string; // the position before the last move, to show how it was carried out
  marks?: Map<string, Mark>;
  numbers?: Map<string, Numbered>; // in the place of marks
  label: string;
  ply?: number; // how many moves have been made
  onPlay?: (move: string) => void;
}

const kStage = 110; // milliseconds a sown stone takes
const kLongest = 1600; // and all of a move

// While a move is carried out: the position it passes through.
function useStages({ game, position, last, before, moves, maxToMove }: Properties): string {
  const [stage, setStage] = useState<string | null>(null);
  const shown = useRef('');
  useEffect(() => {
    const previous = shown.current;
    shown.current = `${game} ${position}`;
    setStage(null);
    if (!last || !before || previous !== `${game} ${before}`) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const stages = boardOf(game, moves, maxToMove)?.stages?.(game, before, last) ?? [];
    if (stages.length === 0) return;
    let k = 0;
    setStage(stages[0]);
    const timer = setInterval(() => {
      ++k;
      setStage(k < stages.length ? stages[k] : null);
      if (k >= stages.length) clearInterval(timer);
    }, Math.min(kStage, kLongest / stages.length));
    return () => clearInterval(timer);
  }, [game, position]);
  return stage ?? position;
}

function useNarrow(): boolean {
  const [query] = useState(() => matchMedia('(max-width: 560px)'));
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const update = () => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return narrow;
}

// The place nearest in the direction of an arrow key, straight ahead before aside.
function neighbour(places: [string, Place][], from: Place, key: string): string | null {
  const across = key === 'ArrowLeft' || key === 'ArrowRight';
  const ahead = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  let best: string | null = null;
  let least = Infinity;
  for (const [move, place] of places) {
    const dx = place.x - from.x;
    const dy = place.y - from.y;
    const forward = (across ? dx : dy) * ahead;
    const aside = Math.abs(across ? dy : dx);
    if (forward < 1) continue;
    const distance = forward + 2.5 * aside;
    if (distance < least) [least, best] = [distance, move];
  }
  return best;
}

export function BoardView(properties: Properties) {
  const { game, position, moves, maxToMove, last, marks, numbers, onPlay } = properties;
  const shown = useStages(properties);
  const narrow = useNarrow();
  const [at, setAt] = useState<string | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const pointed = useRef(false); // the last move was made with the pointer, not with keys
  const held = useRef(false); // the board had the focus: it goes on to the next position's moves
  const drawing: Drawing | null = boardOf(game, moves, maxToMove)?.draw(game, shown, last, narrow, properties.before) ?? null;
  const places: [string, Place][] = [];
  const elsewhere: string[] = [];
  for (const move of moves) {
    const place = drawing?.place(move);
    if (place) places.push([move, place]);
    else elsewhere.push(move);
  }
  const current = at !== null && places.some(([move]) => move === at) ? at : (places[0]?.[0] ?? null);
  const focusOn = (move: string) =>
    [...(svg.current?.querySelectorAll<SVGGElement>('[data-move]') ?? [])]
      .find((element) => element.dataset.move === move)
      ?.focus();

  useEffect(() => {
    if (held.current && current !== null && document.activeElement === document.body) focusOn(current);
    held.current = false;
  }, [position, game]);

  const play = (move: string) => {
    held.current = svg.current?.contains(document.activeElement) ?? false;
    setAt(move);
    onPlay?.(move);
  };
  const onKeyDown = (event: KeyboardEvent, move: string, place: Place) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pointed.current = false;
      if (onPlay) play(move);
      return;
    }
    const target =
      event.key === 'Home' ? places[0][0]
      : event.key === 'End' ? places[places.length - 1][0]
      : event.key.startsWith('Arrow') ? neighbour(places, place, event.key)
      : undefined;
    // After a click the arrows go through the moves played, as elsewhere on the page.
    if (target === undefined || pointed.current) return;
    event.preventDefault();
    if (target === null) return;
    setAt(target);
    focusOn(target);
  };

  return (
    <div class="board" data-ply={properties.ply}>
      {drawing ? (
        <svg
          ref={svg}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          class="art"
          style={{ maxWidth: `min(100%, ${Math.round(drawing.width * 1.3)}px, ${drawing.width > drawing.height * 1.4 ? 43 : 27}rem)` }}
          role="group"
          aria-label={properties.label}
        >
          {drawing.art}
          {places.map(([move, place]) => {
            const mark = marks?.get(move);
            const label = place.label ?? place;
            const numbered = numbers?.get(move);
            const lines = mark && !numbered ? (drawing.roomy ? mark.lines : [mark.sign]) : [];
            const large = lines.length === 1 && lines[0].length <= 3;
            const wide = Math.max(48, Math.min(place.width, 6 + 8 * Math.max(...lines.map((line) => line.length))));
            return (
              <g
                key={move}
                data-move={move}
                class={`place ${mark?.tone ?? ''} ${mark?.best ? 'best' : ''} ${onPlay ? 'playable' : ''}`}
                role="button"
                tabIndex={move === current ? 0 : -1}
                aria-disabled={!onPlay}
                aria-label={`${place.name ?? move}${lines.length > 0 ? `, ${lines.join(' ')}` : ''}${mark ? `, ${mark.spoken}` : ''}${numbered ? `, number ${numbered.number} of the threats` : ''}`}
                onClick={(event) => {
                  pointed.current = event.detail > 0;
                  if (onPlay) play(move);
                }}
                onKeyUp={(event) => {
                  if (event.key === 'Tab') pointed.current = false;
                }}
                onFocus={() => setAt(move)}
                onKeyDown={(event) => onKeyDown(event, move, place)}
              >
                <rect
                  class="hit"
                  x={place.x - place.width / 2}
                  y={place.y - place.height / 2}
                  width={place.width}
                  height={place.height}
                  rx={place.round ? place.width / 2 : 8}
                />
                {numbered && (
                  <g class={`numbered ${numbered.max ? 'x' : 'o'}`}>
                    <circle cx={place.x} cy={place.y} r={Math.min(place.width, place.height) * 0.42} />
                    <text x={place.x} y={place.y + 5}>{numbered.number}</text>
                  </g>
                )}
                {lines.length > 0 && (
                  <g class="value">
                    {drawing.roomy ? (
                      <rect
                        class="chip"
                        x={label.x - wide / 2}
                        y={label.y - (lines.length > 1 ? 18 : 12)}
                        width={wide}
                        height={lines.length > 1 ? 36 : 24}
                        rx="8"
                      />
                    ) : (
                      <rect
                        class="chip"
                        x={place.x - place.width / 2}
                        y={place.y - place.height / 2}
                        width={place.width}
                        height={place.height}
                        rx="5"
                      />
                    )}
                    <text class={large ? 'large' : ''} x={label.x} y={label.y + (lines.length > 1 ? -2 : 5)}>
                      {lines.map((line, k) => (
                        <tspan key={k} x={label.x} dy={k * 15}>
                          {line}
                          {k + 1 < lines.length ? ' ' : ''}
                        </tspan>
                      ))}
                    </text>
                    {mark?.best && (
                      <path
                        class="star"
                        transform={
                          drawing.roomy
                            ? `translate(${label.x + wide / 2 - 2} ${label.y - (lines.length > 1 ? 17 : 11)})`
                            : `translate(${label.x + place.width / 2 - 8} ${label.y - place.height / 2 + 8}) scale(.8)`
                        }
                        d="M0-8L2.1-2.7L7.6-2.5L3.3 1L4.7 6.5L0 3.4L-4.7 6.5L-3.3 1L-7.6-2.5L-2.1-2.7Z"
                      />
                    )}
                  </g>
                )}
              </g>
            );
          })}
        </svg>
      ) : (
        <pre class="textboard" aria-label={properties.label}>{properties.drawing}</pre>
      )}
      {elsewhere.length > 0 && (
        <div class="row" role="group" aria-label="Moves">
          {elsewhere.map((move) => (
            <button key={move} class="button" data-move={move} onClick={() => play(move)} disabled={!onPlay}>
              {move}
              {marks?.get(move) && <span class={`word ${marks.get(move)!.tone}`}> {marks.get(move)!.lines.join(' ')}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
