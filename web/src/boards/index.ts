import type { BoardKind } from './board';
import { connect4 } from './connect4';
import { mnk, qubic } from './grid';
import { othello } from './othello';
import { awari, kalah } from './sowing';
import { treeBoard } from './tree';
import { woodpush } from './woodpush';

const boards: Record<string, BoardKind> = {
  connect4,
  othello,
  awari,
  kalah,
  woodpush,
  mnk,
  gomoku: mnk,
  qubic,
};

export function nameOf(game: string): string {
  return game.split(':', 1)[0];
}

export function isTree(game: string): boolean {
  return ['tree', 'random', 'pgame'].includes(nameOf(game));
}

export function boardOf(game: string, moves: string[], maxToMove: boolean): BoardKind | null {
  return isTree(game) ? treeBoard(moves, maxToMove) : (boards[nameOf(game)] ?? null);
}
