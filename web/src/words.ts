// Values in words. All of them are for the side to move.
import { nameOf } from './boards';

export interface Known {
  lower: number;
  upper: number;
}

// What the words depend on: the game, and the position the values are about.
export interface Setting {
  game: string;
  position: string;
  outcomes: string;
  values: number[]; // the scale, worst first
}

export type Tone = 'win' | 'draw' | 'loss' | 'open' | 'plain';

const minus = '\u2212';

export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `${minus}${-value}` : '0';
}

function isScore(setting: Setting): boolean {
  return setting.outcomes !== 'wld';
}

// Trees have values of their own, whose sign says nothing about winning.
function hasWinners(setting: Setting): boolean {
  return !isScore(setting) || !['tree', 'random', 'pgame'].includes(nameOf(setting.game));
}

export function tone(known: Known, setting: Setting): Tone {
  if (!hasWinners(setting)) return known.lower === known.upper ? 'plain' : 'open';
  if (known.lower > 0) return 'win';
  if (known.upper < 0) return 'loss';
  if (known.lower === 0 && known.upper === 0) return 'draw';
  return 'open';
}

// Connect Four's score says when: the winner of n stones on N cells before his last move has
// floor((N + 1 - n) / 2), and whose move it was gives the parity of n.
export function movesToWin(score: number, position: string): number | null {
  const cells = position.replace(/[^XO.]/g, '').length;
  const stones = position.replace(/[^XO]/g, '').length;
  if (score === 0 || cells === 0) return null;
  const whose = score > 0 ? 0 : 1; // the mover's stone comes first, then the opponent's
  let before = cells + 1 - 2 * Math.abs(score);
  if ((before - stones) % 2 !== whose) --before;
  return (before - stones - whose) / 2 + 1;
}

const unit: Record<string, string> = { othello: 'disc', awari: 'stone', kalah: 'stone', woodpush: 'point' };

// A few characters for the board, in one or two lines.
export function brief(known: Known, setting: Setting): string[] {
  const { lower, upper } = known;
  if (lower === upper) {
    if (!isScore(setting)) return [lower > 0 ? 'win' : lower < 0 ? 'loss' : 'draw'];
    if (nameOf(setting.game) === 'connect4' && setting.position) {
      if (lower === 0) return ['draw'];
      return [lower > 0 ? 'win' : 'loss', `in ${movesToWin(lower, setting.position)}`];
    }
    return [signed(lower)];
  }
  const open = isOpen(known, setting);
  if (open) return ['?'];
  if (!isScore(setting)) return lower === 0 ? ['≥ draw'] : ['≤ draw'];
  if (lower === setting.values[0]) return [`≤ ${signed(upper)}`];
  if (upper === setting.values[setting.values.length - 1]) return [`≥ ${signed(lower)}`];
  return [`${signed(lower)}…`, signed(upper)];
}

// One character, for places that are small.
export function sign(known: Known, setting: Setting): string {
  if (isOpen(known, setting)) return '·';
  const { lower, upper } = known;
  if (lower > 0) return '+';
  if (upper < 0) return minus;
  if (lower === 0 && upper === 0) return '=';
  return lower === 0 ? '≥' : upper === 0 ? '≤' : '·';
}

export function isOpen({ lower, upper }: Known, { values }: Setting): boolean {
  return values.length > 0 && lower <= values[0] && upper >= values[values.length - 1] && lower < upper;
}

export function sentence(known: Known, setting: Setting): string {
  const { lower, upper } = known;
  if (lower === upper) {
    if (!hasWinners(setting)) return `gets ${signed(lower)}`;
    if (lower === 0) return 'draws';
    const verb = lower > 0 ? 'wins' : 'loses';
    if (!isScore(setting)) return verb;
    const size = Math.abs(lower);
    const name = nameOf(setting.game);
    if (name === 'connect4' && setting.position) {
      const moves = movesToWin(lower, setting.position);
      return `${verb} in ${moves} ${moves === 1 ? 'move' : 'moves'}`;
    }
    const what = unit[name];
    return what ? `${verb} by ${size} ${what}${size === 1 ? '' : 's'}` : `${verb}, ${signed(lower)}`;
  }
  if (isOpen(known, setting)) return 'not known yet';
  if (!isScore(setting)) return lower === 0 ? 'at least a draw' : 'at most a draw';
  if (hasWinners(setting) && lower > 0) return `wins, by ${lower} to ${upper}`;
  if (hasWinners(setting) && upper < 0) return `loses, by ${-upper} to ${-lower}`;
  if (lower === setting.values[0]) return `at most ${signed(upper)}`;
  if (upper === setting.values[setting.values.length - 1]) return `at least ${signed(lower)}`;
  return `between ${signed(lower)} and ${signed(upper)}`;
}

// The moves that are proved to be as good as any: nothing else can be better. All of them being so says
// nothing about any of them.
export function bestMoves(known: Map<string, Known>, moves: string[]): Set<string> {
  const best = new Set<string>();
  for (const move of moves) {
    const mine = known.get(move);
    if (mine && moves.every((other) => other === move || (known.get(other)?.upper ?? Infinity) <= mine.lower))
      best.add(move);
  }
  if (best.size === moves.length && best.size > 1) best.clear();
  return best;
}

// --- quantities -------------------------------------------------------------------------------------

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function plenty(value: number): string {
  if (value < 10000) return count(value);
  for (const [size, name] of [[1e9, 'billion'], [1e6, 'million'], [1e3, 'thousand']] as const)
    if (value >= size) return `${(value / size).toPrecision(3)} ${name}`;
  return count(value);
}

export function bytes(value: number): string {
  for (const [size, name] of [[2 ** 30, 'GB'], [2 ** 20, 'MB'], [2 ** 10, 'kB']] as const)
    if (value >= size) return `${(value / size).toPrecision(3)} ${name}`;
  return `${value} bytes`;
}

export function duration(seconds: number): string {
  if (seconds < 0.001) return 'under 1 ms';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

export function effort(value: number | null): string {
  return value === null ? '∞' : value >= 4294967295 ? '≥4294967295' : String(value);
}

export function describeStatus(status: string): string {
  const words: Record<string, string> = {
    solved: 'solved',
    running: 'open', // it may be paused
    'node-limit': 'stopped at the limit of nodes',
    'time-limit': 'stopped at the limit of time',
    'memory-limit': 'stopped at the limit of memory',
    interrupted: 'stopped',
    estimate: 'ended with an estimate',
  };
  return words[status] ?? status;
}
