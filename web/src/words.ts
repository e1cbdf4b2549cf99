// Values in words. All of them are for the side to move. Whatever shows a value begins with its two bounds
// and comes through here: a value is only said where they meet.
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

// For places that hold no position of their own: Connect Four's scores are numbers there.
export function settingOf({ game, outcomes, values }: Omit<Setting, 'position'>): Setting {
  return { game, position: '', outcomes, values };
}

// What the bounds come to: a value, one bound, two, or nothing yet.
type Grasp = 'value' | 'least' | 'most' | 'between' | 'open';

function grasp({ lower, upper }: Known, { values }: Setting): Grasp {
  if (lower === upper) return 'value';
  const low = lower <= values[0];
  const high = upper >= values[values.length - 1];
  return low ? (high ? 'open' : 'most') : high ? 'least' : 'between';
}

export function isExact({ lower, upper }: Known): boolean {
  return lower === upper;
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
  if (!hasWinners(setting)) return isExact(known) ? 'plain' : 'open';
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

// In signs: '= +3', '≥ +3', '≤ +3', '−1..+3', and '?' for what is not known at all.
export function symbols(known: Known, setting: Setting): string {
  const low = signed(known.lower);
  const high = signed(known.upper);
  switch (grasp(known, setting)) {
    case 'value': return `= ${low}`;
    case 'least': return `≥ ${low}`;
    case 'most': return `≤ ${high}`;
    case 'between': return `${low}..${high}`;
    case 'open': return '?';
  }
}

// A few characters for the board, in one or two lines.
export function brief(known: Known, setting: Setting): string[] {
  const { lower, upper } = known;
  const kind = grasp(known, setting);
  if (kind === 'open') return ['?'];
  if (kind === 'value') {
    if (!isScore(setting)) return [lower > 0 ? 'win' : lower < 0 ? 'loss' : 'draw'];
    if (nameOf(setting.game) === 'connect4' && setting.position) {
      if (lower === 0) return ['draw'];
      return [lower > 0 ? 'win' : 'loss', `in ${movesToWin(lower, setting.position)}`];
    }
    return [signed(lower)];
  }
  if (!isScore(setting)) return kind === 'least' ? ['≥ draw'] : ['≤ draw'];
  return kind === 'between' ? [`${signed(lower)}…`, signed(upper)] : [symbols(known, setting)];
}

// One character, for places that are small.
export function sign(known: Known, setting: Setting): string {
  const { lower, upper } = known;
  if (grasp(known, setting) === 'open') return '·';
  if (lower > 0) return '+';
  if (upper < 0) return minus;
  if (lower === 0 && upper === 0) return '=';
  return lower === 0 ? '≥' : upper === 0 ? '≤' : '·';
}

export function sentence(known: Known, setting: Setting): string {
  const { lower, upper } = known;
  const kind = grasp(known, setting);
  if (kind === 'open') return 'not known yet';
  if (kind === 'value') {
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
  if (!isScore(setting)) return kind === 'least' ? 'at least a draw' : 'at most a draw';
  if (hasWinners(setting) && lower > 0) return `wins, by ${lower} to ${upper}`;
  if (hasWinners(setting) && upper < 0) return `loses, by ${-upper} to ${-lower}`;
  if (kind === 'most') return `at most ${signed(upper)}`;
  if (kind === 'least') return `at least ${signed(lower)}`;
  return `between ${signed(lower)} and ${signed(upper)}`;
}

// --- nodes of a search ------------------------------------------------------------------------------

// Do the bounds say whether the side to move gets at least so much?
export function settles({ lower, upper }: Known, atLeast: number): boolean {
  return lower >= atLeast || upper < atLeast;
}

// What a search knows of a node. It leaves a node as soon as its question is answered there, which one bound
// can do; that is not yet the node's value.
export interface Standing {
  kind: 'value' | 'line' | 'settled' | 'bounds' | 'open';
  signs: string; // empty if nothing is known
  words: string;
}

// How a node was reached matters where positions can repeat: a line that comes back to a position ends there.
export type Line = 'any' | 'may repeat' | 'repeats';

export function standing(node: Known & { solved: boolean }, asked: number, setting: Setting, line: Line): Standing {
  const signs = symbols(node, setting);
  const kind = grasp(node, setting);
  if (kind === 'open') return { kind: 'open', signs: '', words: '' };
  if (kind === 'value' && line === 'repeats')
    return { kind: 'line', signs: `↺ ${signs}`, words: 'the line repeats a position and ends here; the value of the position itself may differ' };
  if (kind === 'value')
    return { kind: 'value', signs: `✓ ${signs}`, words: line === 'any' ? 'exact' : 'exact after these moves: a line ends when it repeats one of their positions' };
  // A tree can be older than the question: then its nodes' answers are to another one.
  if (!node.solved || !settles(node, asked)) return { kind: 'bounds', signs, words: 'its value is open' };
  const answer = node.lower >= asked ? 'yes' : 'no';
  return { kind: 'settled', signs, words: `settled for this question, at least ${signed(asked)}: ${answer}; its value is open` };
}

// A search that has answered one question about a position need not know its value.
export function describeSearch(state: Known & { status: string }): string {
  return state.status === 'solved' && !isExact(state) ? 'settled for this question' : describeStatus(state.status);
}

// A guess is never rounded to certainty.
export function chance(share: number, certain: boolean): string {
  if (certain) return String(share);
  return share > 0.999 ? '> 0.999' : share < 0.001 ? '< 0.001' : share.toFixed(3);
}

// --- what answers rest on ---------------------------------------------------------------------------

export function list(words: string[], last: string): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1]}`;
}

const kProving = ['rules', 'search'];
const kGivens: Record<string, string> = { database: 'the endgame database', store: 'the store' };

// All but the rules and the search itself: what must be right for the answer to be.
function givens(rests: string[]): string[] {
  return rests.filter((word) => !kProving.includes(word)).map((word) => kGivens[word] ?? word);
}

// One or two words of praise for an exact value. Where the server does not say what it rests on, there is none.
export function rank(rests: string[] | undefined): string {
  if (!rests?.length) return 'exact';
  const given = givens(rests);
  return given.length === 0 ? 'proved' : `exact, given ${list(given, 'and')}`;
}

// Why it is so; nothing where the server does not say. `whole`: the question was answered, no limit came before.
export function grounds(rests: string[] | undefined, whole: boolean): string {
  if (!rests?.length) return '';
  const given = givens(rests);
  if (!rests.includes('search')) {
    if (given.length === 0) return 'the rules of the game alone, without any search';
    return `what ${list(given, 'and')} say${given.length === 1 ? 's' : ''}, without any search`;
  }
  if (!whole) return list(['the rules of the game', 'the search as far as it went', ...given], 'and');
  const ends = ['its end', ...given.map((one) => `a position of ${one}`)];
  return `a search: every line was followed to ${list(ends, 'or')}, or cut off by a proved bound`;
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
