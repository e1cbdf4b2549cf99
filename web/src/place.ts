// Where in a game we are: the position it began at, the moves, and how many of them are played. All of it is
// in the address.
import type { PositionInfo } from './api';
import { get } from './api';
import { nameOf } from './boards';
import { coloured } from './players';
import type { Parameters } from './route';
import { go } from './route';

export const kFirstGame = 'connect4:7x6';

export interface Place {
  game: string;
  outcomes: string;
  start: string; // the position play began at, empty for the game's own
  moves: string[];
  at: number; // how many of the moves are played; the others can be redone
}

export function readPlace(parameters: Parameters): Place {
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

export function visit(place: Place) {
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
export function playable(place: Place): Place {
  if (place.start || place.moves.length > 0) return place;
  return { ...place, game: place.game.includes(':') ? nameOf(place.game) : kFirstGame, outcomes: '' };
}

const seen = new Map<string, PositionInfo>();

async function ask(path: string, query: Record<string, string>, signal?: AbortSignal) {
  const key = JSON.stringify([path, query]);
  let info = seen.get(key);
  if (!info) {
    info = coloured(await get<PositionInfo>(path, query, signal));
    seen.set(key, info);
    if (seen.size > 2000) seen.delete(seen.keys().next().value!);
  }
  return info;
}

export function positionAt(game: string, outcomes: string, position: string, signal?: AbortSignal) {
  const scale: Record<string, string> = outcomes ? { outcomes } : {};
  return ask('/api/position', position ? { game, ...scale, position } : { game, ...scale }, signal);
}
export function after(game: string, outcomes: string, position: string, move: string, signal?: AbortSignal) {
  const scale: Record<string, string> = outcomes ? { outcomes } : {};
  return ask('/api/play', { game, ...scale, position, move }, signal);
}

// The positions at the start and after each of the moves played.
export async function replay({ game, outcomes, start, moves, at }: Place, signal?: AbortSignal) {
  const line = [await positionAt(game, outcomes, start, signal)];
  for (const move of moves.slice(0, at)) line.push(await after(game, outcomes, line[line.length - 1].position, move, signal));
  return line;
}

// How moves are written one after another, where nothing stands between them.
const kMoves: Record<string, RegExp> = {
  connect4: /[1-9a-z]/gi,
  mnk: /[a-s]\d{1,2}/gi,
  gomoku: /[a-o]\d{1,2}/gi,
  qubic: /[a-d][1-4][1-4]/gi,
  othello: /[a-h][1-8]|pass/gi,
  awari: /[a-f]\d*/gi,
  kalah: /[a-f]/gi,
  woodpush: /[sp]\d{1,2}/gi,
};

// The moves that a text is made of, if it is a game from the start: '4455', 'b2a1c3', 'B, C, a', '1. d3 c5 2. d6'.
// Null if it is something else, such as a position.
export async function movesOf(game: string, outcomes: string, text: string): Promise<string[] | null> {
  const clean = text.replace(/\b\d+\.+(?=\s|[a-z])/gi, ' ').trim(); // numbers of moves
  const words = clean.split(/[\s,;]+/).filter(Boolean);
  const split = kMoves[nameOf(game)];
  const joined = split ? words.flatMap((word) => (word.replace(split, '') === '' ? (word.match(split) ?? [word]) : [word])) : words;
  for (const moves of [words, joined]) {
    if (moves.length === 0 || moves.length > 400) continue;
    try {
      let at = await positionAt(game, outcomes, '');
      const played: string[] = [];
      for (const word of moves) {
        const alike = at.moves.filter((one) => one.toLowerCase() === word.toLowerCase());
        const begun = at.moves.filter((one) => one.replace(/\d+$/, '') === word); // Awari's number of stones may be left out
        const move = at.moves.find((one) => one === word) ?? (alike.length === 1 ? alike[0] : begun.length === 1 ? begun[0] : undefined);
        if (move === undefined) break;
        at = await after(game, outcomes, at.position, move);
        played.push(move);
      }
      if (played.length === moves.length) return played;
    } catch {
      return null;
    }
  }
  return null;
}
