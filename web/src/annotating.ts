// What each move of a game was worth: which kept the value, and which gave something away.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PositionInfo } from './api';
import { valueMoves } from './analysis';
import type { Place } from './place';
import { replay } from './place';
import type { Known } from './words';

export interface Note {
  kind: 'best' | 'less' | 'draw' | 'win' | 'open'; // 'draw' and 'win' were given away
  was: Known; // to who moved
  is: Known;
  best: string[];
  mover: string;
}

export const kSigns: Record<Note['kind'], string> = { best: '', less: '?!', draw: '?', win: '??', open: '' };

export function judge(moves: string[], known: Map<string, Known>, played: string): Omit<Note, 'mover'> {
  const unknown = { lower: -Infinity, upper: Infinity };
  const of = (move: string) => known.get(move) ?? unknown;
  const is = of(played);
  const was = { lower: Math.max(...moves.map((move) => of(move).lower)), upper: Math.max(...moves.map((move) => of(move).upper)) };
  const best = moves.filter((move) => of(move).lower >= was.lower && was.lower > -Infinity);
  const kind =
    is.lower >= was.upper ? 'best'
    : is.upper >= was.lower ? 'open'
    : was.lower > 0 && is.upper <= 0 ? 'win'
    : was.lower >= 0 && is.upper < 0 ? 'draw'
    : 'less';
  return { kind, was, is, best };
}

export interface Annotation {
  notes: (Note | null)[]; // of each move
  left: number; // moves that are not judged yet; 0 when it is done
  running: boolean;
  error: string;
}

const nothing: Annotation = { notes: [], left: 0, running: false, error: '' };

// From the end of the game, where values are known soonest, back to its beginning.
export function useAnnotation(place: Place, seconds: number) {
  const key = JSON.stringify([place.game, place.outcomes, place.start, place.moves]);
  const [found, setFound] = useState<{ key: string; annotation: Annotation }>({ key: '', annotation: nothing });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), [key]);
  const annotation = found.key === key ? found.annotation : nothing;

  const begin = async () => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    let now: Annotation = { notes: place.moves.map(() => null), left: place.moves.length, running: true, error: '' };
    const tell = (change: Partial<Annotation>) => {
      now = { ...now, ...change };
      if (!signal.aborted) setFound({ key, annotation: now });
    };
    tell({});
    try {
      const line: PositionInfo[] = await replay({ ...place, at: place.moves.length }, signal);
      for (let k = place.moves.length - 1; k >= 0; --k) {
        const { game, outcomes, position, moves, to_move } = line[k];
        const known = await valueMoves({ game, position, outcomes }, seconds, signal);
        const notes = [...now.notes];
        notes[k] = { ...judge(moves, known, place.moves[k]), mover: to_move };
        tell({ notes, left: k });
      }
      tell({ running: false });
    } catch (error) {
      tell({ running: false, error: (error as Error).message });
    }
  };
  const stop = () => {
    abort.current?.abort();
    setFound({ key, annotation: { ...annotation, running: false } });
  };
  return { annotation, begin, stop };
}
