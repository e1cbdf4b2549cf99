// Playing against the solver: it takes a best move, or now and then any move at all.
import { useEffect, useState } from 'preact/hooks';
import type { PositionInfo } from './api';
import type { Analysis } from './analysis';

export const kLevels = {
  perfect: { title: 'perfectly', slips: 0 },
  good: { title: 'with a slip now and then', slips: 0.12 },
  weak: { title: 'with many slips', slips: 0.4 },
} as const;
export type Level = keyof typeof kLevels;

export interface Opponent {
  side: 'none' | 'max' | 'min';
  level: Level;
}

export function isItsTurn({ side }: Opponent, info: PositionInfo | undefined): boolean {
  return info !== undefined && !info.ended && side === (info.mover_is_max ? 'max' : 'min');
}

// The move with the best proved bound; of equals the one that may be better still.
export function bestOf(moves: string[], { known }: Analysis): string {
  const lower = (move: string) => known.get(move)?.lower ?? -Infinity;
  const upper = (move: string) => known.get(move)?.upper ?? Infinity;
  return moves.reduce((best, move) => (lower(move) > lower(best) || (lower(move) === lower(best) && upper(move) > upper(best)) ? move : best));
}

const kPause = 450; // milliseconds, to see what has happened

// Plays when it is its turn and the values are known, or the time for them is over.
export function useOpponent(opponent: Opponent, turn: boolean, info: PositionInfo | undefined, analysis: Analysis, play: (move: string) => void) {
  const [slip, setSlip] = useState(false);
  const ready = turn && (analysis.state === 'done' || analysis.state === 'failed');
  const key = info ? `${info.game} ${info.position}` : '';
  // Decided once a position.
  useEffect(() => setSlip(Math.random() < kLevels[opponent.level].slips), [key, opponent.level]);
  useEffect(() => {
    if (!turn || !(ready || slip) || info!.moves.length === 0) return;
    const { moves } = info!;
    const timer = setTimeout(() => play(slip ? moves[Math.floor(Math.random() * moves.length)] : bestOf(moves, analysis)), kPause);
    return () => clearTimeout(timer);
  }, [key, turn, ready, slip]);
}
