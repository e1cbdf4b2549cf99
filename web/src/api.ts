// The server's JSON interface, over HTTP or answered by workers of the page (local/fetch.ts). A request that finds the server gone waits until it is back and is
// then asked again, so that views see a slow answer, not a failure; the banner says what is going on.

import { localFetch } from './local/fetch';

// Set when the page is built: is it to work without a server?
declare const SOLVENT_LOCAL: boolean;
export const isLocal = SOLVENT_LOCAL;
const transport: (path: string, init?: RequestInit) => Promise<Response> = SOLVENT_LOCAL ? localFetch : (path, init) => fetch(path, init);

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  parameters: string;
  notation: string;
  example: string;
  scales: string[];
  specs: string[];
}

export interface About {
  version: string;
  algorithms: { name: string; summary: string; source: string }[];
  limits: { seconds?: number; nodes?: number; memory?: number };
  options: OptionInfo[]; // that a search may be watched with
  endgame: boolean;
  store: boolean;
  proofs?: boolean; // false: they are neither made nor read here
}

export interface OptionInfo {
  name: string;
  kind: 'flag' | 'number' | 'text';
  help: string;
  choices: string[]; // the default first; one with a colon stands for many
  usual: string; // the default, if it is no choice
  algorithms: string[]; // that have it
}

export interface Preset {
  name: string;
  title: string;
  game: string;
  text: string;
  searchable: boolean; // false: some of its leaves have no value yet
}

export interface PositionInfo {
  game: string;
  position: string;
  outcomes: string;
  to_move: string;
  players: { max: string; min: string };
  mover_is_max: boolean;
  values: number[];
  ended: boolean;
  value?: number | null;
  lower: number;
  upper: number;
  moves: string[];
  drawing: string;
  repeats: boolean;
}

export interface ThreatSequence {
  forced: boolean; // every reply is; otherwise those are shown that hold out longest
  moves: string[]; // the attacker's and the replies in turn
}

export interface ThreatsInfo {
  game: string;
  position: string;
  to_move: string;
  mover: ThreatSequence | null; // the side to move wins
  other: ThreatSequence | null; // it would lose if it passed
  tried: number;
}

export interface MoveValue {
  move: string;
  lower: number;
  upper: number;
  value: number | null;
  nodes?: number;
}

export interface Answer {
  status: string;
  value: number | null;
  lower: number;
  upper: number;
  verdict: string;
  rests_on?: string[]; // out of 'rules', 'search', 'database', 'store'
  best?: string | null;
  line?: string[];
  moves?: MoveValue[];
  algorithm: string;
  chosen_because?: string;
  created: number;
  extra_nodes?: number;
  seconds: number;
  peak_bytes?: number;
}

export interface Progress {
  stage?: string;
  seconds: number;
  created: number;
  rate: number;
  bytes: number;
  lower: number;
  upper: number;
  move?: string;
}

export interface Question {
  game: string;
  position?: string;
  outcomes?: string;
  algorithm?: string;
  at_least?: number;
  seconds?: number;
  nodes?: number;
  [option: string]: string | number | boolean | undefined;
}

export interface Claim {
  at_least: number;
  proof: number | null;
  disproof: number | null;
}

// How a search that goes depth first looked at a node, the last time.
export interface Look {
  times: number;
  lower: number; // the window
  upper: number;
  ended: 'open' | 'searched' | 'rules' | 'knowledge' | 'table' | 'repetition' | 'horizon' | 'cycle';
  moves: number;
  cut_off: number; // of them were not looked at
}

export interface TreeNode {
  move: string | null; // null at the root
  to_move: string;
  mover_is_max: boolean;
  lower: number;
  upper: number;
  solved: boolean;
  expanded: boolean;
  kept: boolean;
  children: number;
  position: string;
  numbers: Claim[];
  probability?: number;
  on_path: boolean;
  look?: Look;
}

// A tree whose leaves need not have values, with its numbers.
export interface Numbered {
  to_move: string;
  outcomes: number[];
  max_gets_at_least?: number;
  nodes: NumberedNode[]; // as an outline
  select: string[] | null; // the path to the leaf to look at next
  attracting?: number | null;
}
export interface NumberedNode {
  node: string;
  depth: number;
  to_move: string;
  kind: 'inner' | 'leaf' | 'as-above' | 'repetition';
  low: number;
  high: number;
  pn?: number | null;
  dn?: number | null;
  G?: (number | null)[];
  S?: (number | null)[];
}

export interface SearchState {
  id: string;
  status: string;
  rounds: number;
  created: number;
  lower: number;
  upper: number;
  asked: number; // the claim that the next round is about
  memory: number;
  path: string[];
  last: string[];
  root: TreeNode;
  history: (number | null)[][];
  now?: TreeNode; // what the last step was about, of a search that goes depth first
}

export interface Children {
  node: TreeNode;
  children: TreeNode[];
  total: number;
}

export interface Statement {
  at_least: boolean;
  value: number;
  claims: number;
  layers: number;
}

export interface ProofInfo {
  id: string;
  verdict: 'verified' | 'relative' | 'refused' | 'unreadable' | 'too-large' | 'stopped';
  rests_on?: string[]; // of a relative one: what was not checked
  reason?: string;
  place?: string;
  game: string;
  position: string;
  outcomes?: string;
  statements: Statement[];
  bytes: number;
  seconds: number;
}

export interface ProofNode {
  position: string;
  drawing: string;
  to_move: string;
  mover_is_max: boolean;
  claimant: boolean;
  claim: string;
  settled: string | null;
  move?: string | null;
  replies: { move: string; settled: string | null; layer: number | null }[];
  layer: number | null;
}

// An answer that says no: what was wrong, in one sentence.
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

// --- is the server there? ---------------------------------------------------------------------------

type Listener = () => void;
const listeners = new Set<Listener>();
let down = false;
let wake: Listener | null = null;

export const connection = {
  get down() {
    return down;
  },
  subscribe(listener: Listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  tryNow() {
    wake?.();
  },
};

function tell() {
  for (const listener of [...listeners]) listener();
}

export function serverGone() {
  if (down) return;
  down = true;
  tell();
  void (async () => {
    for (let delay = 400; ; delay = Math.min(delay * 1.7, 8000)) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delay);
        wake = () => (clearTimeout(timer), resolve());
      });
      if (await alive()) break;
    }
    down = false;
    tell();
  })();
}

async function alive() {
  try {
    const response = await transport('/api/about', { cache: 'no-store' });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

// Notices a server that went away while nothing was asked.
export function watchServer() {
  const look = async () => {
    if (!down && !document.hidden && !(await alive())) serverGone();
  };
  setInterval(look, 10000);
  document.addEventListener('visibilitychange', look);
}

function whenUp(signal?: AbortSignal): Promise<void> {
  if (!down) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = connection.subscribe(() => {
      if (!down) (stop(), resolve());
    });
    signal?.addEventListener('abort', () => (stop(), reject(signal.reason)), { once: true });
  });
}

export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)), {
      once: true,
    });
  });
}

// --- requests ---------------------------------------------------------------------------------------

const kTries = 4;

// `read` takes the answer apart; that the server breaks off in the middle of it counts as its absence.
async function send<T>(
  path: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; ++tries) {
    await whenUp(signal);
    let response: Response;
    let answer: T | undefined;
    let sentence: string | undefined;
    try {
      response = await transport(path, { ...init, signal, cache: 'no-store' });
      if (response.ok) answer = await read(response);
      else sentence = await complaint(response);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (tries >= kTries) throw new Refusal(0, 'The server does not answer this request.');
      serverGone();
      continue;
    }
    if (sentence === undefined) return answer!;
    if (response.status !== 503 || !response.headers.has('Retry-After') || tries > 30)
      throw new Refusal(response.status, sentence);
    await pause(Math.min(Number(response.headers.get('Retry-After')) || 1, 5) * 1000, signal);
  }
}

async function complaint(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { error: string }).error;
  } catch {
    return `The server answered ${response.status}.`;
  }
}

async function json<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

// An answer that took long was begun as a success before the server knew that it is none.
function checked<T>(answer: T): T {
  const error = (answer as { error?: unknown }).error;
  if (typeof error === 'string') throw new Refusal(422, error);
  return answer;
}

type Query = Record<string, string | number | undefined>;

export function address(path: string, query: Query = {}): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') parts.set(name, String(value));
  const text = parts.toString();
  return text ? `${path}?${text}` : path;
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return checked(await send(address(path, query), {}, signal, json<T>));
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit =
    body instanceof Blob
      ? { method: 'POST', body, headers: { 'Content-Type': 'application/octet-stream' } }
      : {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        };
  return checked(await send(path, init, signal, json<T>));
}

// Says that something is not needed any more; whether that arrives matters little.
export function forget(path: string) {
  transport(path, { method: 'DELETE', keepalive: true }).catch(() => {});
}

const asked = new Map<string, Promise<unknown>>();

// What does not change while the page is open is asked once.
export function once<T>(path: string): Promise<T> {
  let answer = asked.get(path) as Promise<T> | undefined;
  if (!answer) {
    answer = get<T>(path);
    asked.set(path, answer);
    answer.catch(() => asked.delete(path));
  }
  return answer;
}

// --- events -----------------------------------------------------------------------------------------

// Reads a stream of server-sent events until `take` says it was the last. A stream that breaks off is
// asked for again; one that the server does not know ends with a Refusal of status 404. (EventSource
// would not tell the two apart.)
export async function events(
  path: string,
  take: (name: string, data: unknown) => boolean,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const body = await send(path, {}, signal, async (response) => response.body!);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const blocks = (rest + value.replaceAll('\r', '')).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          let name = 'message';
          let data = '';
          for (const line of block.split('\n')) {
            if (line.startsWith('event:')) name = line.slice(6).trim();
            else if (line.startsWith('data:')) data += line.slice(5).trim();
          }
          if (data && take(name, JSON.parse(data))) return;
        }
      }
    } catch (error) {
      if (signal.aborted) throw error;
      serverGone();
    } finally {
      reader.cancel().catch(() => {});
    }
    await pause(300, signal);
  }
}
