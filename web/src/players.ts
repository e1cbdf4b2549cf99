// Players by the colour of their stones, where these are drawn in colours.
import type { PositionInfo } from './api';
import { nameOf } from './boards';

const kColours: Record<string, [string, string]> = { connect4: ['Red', 'Yellow'], othello: ['Black', 'White'] };

// A player's name as the server writes it ('X'), as people see it ('Red').
export function inColour(game: string, player: string): string {
  const [max, min] = kColours[nameOf(game)] ?? [];
  return player === 'X' ? (max ?? player) : player === 'O' ? (min ?? player) : player;
}

export function coloured(info: PositionInfo): PositionInfo {
  const { max, min } = info.players;
  return { ...info, to_move: inColour(info.game, info.to_move), players: { max: inColour(info.game, max), min: inColour(info.game, min) } };
}
