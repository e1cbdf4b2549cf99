// What a game's file must provide: a position's text turned into a drawing with a place for every move.
import type { VNode } from 'preact';

export interface Place {
  x: number; // the middle of what is clicked
  y: number;
  width: number;
  height: number;
  round?: boolean;
  label?: { x: number; y: number }; // where the value is written, if not in the middle
  name?: string; // how the move is read out, if its own text is not enough
}

export interface Drawing {
  width: number;
  height: number;
  art: VNode;
  place(move: string): Place | null; // null: the move has no place on the board, such as a pass
  roomy: boolean; // places are large enough for words, not only for a sign
}

export interface BoardKind {
  // null: the text cannot be drawn, and the server's own drawing is shown.
  // `before`: the position before the last move.
  draw(game: string, position: string, last?: string, narrow?: boolean, before?: string): Drawing | null;
  // The positions to pass through while a move is carried out, for games in which that is worth seeing.
  stages?(game: string, before: string, move: string): string[];
}

export const columnLetters = 'abcdefghijklmnopqrs';

// The parameters of a game's name: 'mnk:4,3,3' has '4,3,3'.
export function parametersOf(game: string): string {
  const colon = game.indexOf(':');
  return colon < 0 ? '' : game.slice(colon + 1);
}

// The cells of a row of at least so many like stones, if there is one: [row, column] of each.
export function winningCells(rows: string[], needed: number): [number, number][] {
  const at = (r: number, c: number) => rows[r]?.[c];
  for (let r = 0; r < rows.length; ++r)
    for (let c = 0; c < rows[r].length; ++c)
      for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        const stone = at(r, c);
        if (stone === '.' || at(r - dr, c - dc) === stone) continue;
        const cells: [number, number][] = [];
        for (let k = 0; at(r + k * dr, c + k * dc) === stone; ++k) cells.push([r + k * dr, c + k * dc]);
        if (cells.length >= needed) return cells;
      }
  return [];
}
