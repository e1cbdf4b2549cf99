// A search on the server, and as much of its tree as has been looked at.
import type { Children, Question, SearchState, TreeNode } from './api';
import { Refusal, forget, get, post } from './api';
import type { Line } from './words';

export interface Entry {
  path: string[];
  node: TreeNode;
  children: string[]; // keys, in the order of the moves; as many as have been asked for
  total: number;
  seen: number; // the version of the tree that the children are from
}

export interface Row {
  key: string;
  depth: number;
  entry: Entry;
  more: boolean; // not a node: the rest of this node's children
}

const kPage = 200;
const kSlice = 100000;
const kMostEntries = 20000; // that are remembered although they are not shown
const kSmall = 150; // nodes that are all shown at once

export const kDepthFirst = ['minimax', 'alphabeta', 'scout', 'negascout'];

export function keyOf(path: string[]): string {
  return path.join(',');
}

export class Searching {
  state: SearchState | null = null;
  error = '';
  note = '';
  follow = true;
  version = 0; // grows with every step
  readonly entries = new Map<string, Entry>();
  private readonly opened = new Map<string, boolean>(); // what the user opened or closed
  private onPath = new Set<string>();
  private readonly loading = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private readonly abort = new AbortController();
  private repeating: Promise<void> | null = null;

  constructor(readonly question: Question & { algorithm: string }) {
    this.guard(this.create());
  }

  subscribe(listener: () => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  dispose() {
    this.abort.abort();
    if (this.state) forget(`/api/searches/${this.state.id}`);
  }

  get running() {
    return this.state?.status === 'running';
  }

  // Takes `rounds` rounds, or as many as fit into one slice of the server's.
  async step(rounds: number, slice = false) {
    if (!this.state) return;
    const target = this.state.rounds + rounds;
    await this.guard(
      (async () => {
        while (this.running && this.state!.rounds < target) {
          await this.advance(Math.min(target - this.state!.rounds, kSlice));
          if (slice) break;
        }
      })(),
    );
  }

  isOpen(key: string): boolean {
    return this.opened.get(key) ?? (key === '' || this.small || (this.follow && this.onPath.has(key)));
  }
  // All of a small tree is open, unless somebody closes it.
  private get small() {
    return this.follow && (this.state?.created ?? 0) <= kSmall;
  }
  get goesDepthFirst() {
    return kDepthFirst.includes(this.question.algorithm);
  }

  isOnPath(key: string): boolean {
    return this.onPath.has(key);
  }

  // `repeats`: in the game positions can.
  lineTo({ path, node }: Entry, repeats: boolean): Line {
    if (!repeats || path.length === 0) return 'any';
    const before = path.map((_, k) => this.entries.get(keyOf(path.slice(0, k)))?.node.position);
    return before.includes(node.position) ? 'repeats' : 'may repeat';
  }

  setOpen(key: string, open: boolean) {
    this.opened.set(key, open);
    this.tell();
  }

  setFollow(follow: boolean) {
    this.follow = follow;
    this.tell();
  }

  closeAll() {
    this.opened.clear();
    this.follow = false;
    this.tell();
  }

  // The tree as it lies open, a row a node.
  rows(): Row[] {
    const rows: Row[] = [];
    const pending: Row[] = [];
    const root = this.entries.get('');
    if (root) pending.push({ key: '', depth: 0, entry: root, more: false });
    while (pending.length > 0) {
      const row = pending.pop()!;
      rows.push(row);
      if (row.more || !this.isOpen(row.key) || !row.entry.node.expanded) continue;
      const { entry } = row;
      if (entry.children.length < entry.total)
        pending.push({ key: row.key, depth: row.depth + 1, entry, more: true });
      for (let k = entry.children.length - 1; k >= 0; --k) {
        const key = entry.children[k];
        pending.push({ key, depth: row.depth + 1, entry: this.entries.get(key)!, more: false });
      }
    }
    return rows;
  }

  // Asks for the children of what is open and in view, as far as what is known of them is old.
  look(rows: Row[]) {
    const keys = new Set<string>();
    for (const row of rows) {
      if (row.entry.path.length > 0) keys.add(keyOf(row.entry.path.slice(0, -1)));
      if (this.isOpen(row.key)) keys.add(row.key);
    }
    this.want(keys);
  }
  // The children of these nodes, as far as what is known of them is old.
  want(keys: Iterable<string>) {
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry && entry.node.expanded && entry.seen !== this.version && !this.loading.has(key) && this.loading.size < 6)
        void this.load(key, Math.max(kPage, entry.children.length));
    }
  }

  loadMore(key: string) {
    const entry = this.entries.get(key);
    if (entry && !this.loading.has(key)) void this.load(key, entry.children.length + kPage);
  }

  // One round less: the same question takes the same course.
  async back() {
    const rounds = (this.state?.rounds ?? 0) - 1;
    if (rounds < 0) return;
    const old = this.state!.id;
    await this.guard(this.takeTo(rounds));
    forget(`/api/searches/${old}`);
  }

  private tell() {
    for (const listener of [...this.listeners]) listener();
  }

  private async guard(work: Promise<void>) {
    try {
      await work;
    } catch (error) {
      if (this.abort.signal.aborted) return;
      this.error = (error as Error).message;
    }
    this.tell();
  }

  private async create() {
    this.take(await post<SearchState>('/api/searches', this.question, this.abort.signal));
    this.error = '';
  }

  private async advance(rounds: number) {
    try {
      const state = await post<SearchState>(`/api/searches/${this.state!.id}/step`, { rounds }, this.abort.signal);
      this.take(state);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
      await this.repeat();
    }
  }

  // The server has forgotten the search. The same question takes the same course, so it is taken again;
  // whoever notices first begins, and the others wait for it.
  private repeat(): Promise<void> {
    this.repeating ??= this.takeAgain().finally(() => (this.repeating = null));
    return this.repeating;
  }

  private async takeAgain() {
    const rounds = this.state!.rounds;
    await this.takeTo(rounds);
    this.note = `The server no longer knew this search; it was repeated up to round ${rounds}.`;
  }

  private async takeTo(rounds: number) {
    await this.create();
    while (this.running && this.state!.rounds < rounds) {
      const left = Math.min(rounds - this.state!.rounds, kSlice);
      this.take(await post<SearchState>(`/api/searches/${this.state!.id}/step`, { rounds: left }, this.abort.signal));
    }
  }

  private take(state: SearchState) {
    this.state = { ...state, id: state.id ?? this.state?.id };
    ++this.version;
    this.onPath = new Set(['']);
    for (let k = 1; k <= state.path.length; ++k) this.onPath.add(keyOf(state.path.slice(0, k)));
    this.put([], state.root);
    if (this.entries.size > kMostEntries) this.forgetClosed();
    this.tell();
  }

  // What is closed is asked for again when it is opened.
  private forgetClosed() {
    const shown = new Set(this.rows().map((row) => row.key));
    for (const [key, entry] of this.entries) {
      if (!shown.has(key)) this.entries.delete(key);
      else if (!this.isOpen(key)) [entry.children, entry.seen] = [[], -1];
    }
  }

  private put(path: string[], node: TreeNode): Entry {
    const key = keyOf(path);
    if (path.length === 0) {
      // Of the root the search remembers what its earlier questions said.
      const { lower, upper } = this.state!;
      node = { ...node, lower: Math.max(node.lower, lower), upper: Math.min(node.upper, upper) };
    }
    let entry = this.entries.get(key);
    if (!entry) {
      entry = { path, node, children: [], total: node.children, seen: -1 };
      this.entries.set(key, entry);
    }
    entry.node = node;
    if (!node.expanded) entry.children = [];
    return entry;
  }

  private async load(key: string, size: number) {
    const { path } = this.entries.get(key)!;
    const { version } = this;
    this.loading.add(key);
    try {
      const children: TreeNode[] = [];
      let answer: Children;
      do {
        const count = Math.min(kPage, size - children.length);
        const query = { path: keyOf(path), from: children.length, count };
        answer = await get<Children>(`/api/searches/${this.state!.id}/children`, query, this.abort.signal);
        children.push(...answer.children);
      } while (answer.children.length > 0 && children.length < Math.min(size, answer.total));
      const entry = this.put(path, answer.node);
      entry.total = answer.total;
      entry.children = children.map((node) => {
        const below = [...path, node.move!];
        this.put(below, node);
        return keyOf(below);
      });
      entry.seen = version;
    } catch (error) {
      const entry = this.entries.get(key);
      if (this.abort.signal.aborted || !entry) return;
      entry.seen = version;
      if (!(error instanceof Refusal)) this.error = (error as Error).message;
      else if (error.status !== 404) this.error = error.message;
      else if (path.length === 0) await this.guard(this.repeat());
      else [entry.node, entry.children] = [{ ...entry.node, expanded: false }, []]; // deleted since it was drawn
    } finally {
      this.loading.delete(key);
    }
    if (!this.abort.signal.aborted) this.tell();
  }
}
