// The server's interface without a server: requests are answered by workers with the solver in them. One answers
// what takes no time, and searches that are watched; another one the questions that take long. Ending such a
// question means ending its worker, since it has one thread.
import type { Asked, Said } from './messages';

type Wait = { told?: (event: string, data: string) => void; done: (status: number, text: string) => void };

let compiled: Promise<WebAssembly.Module> | null = null;
function compile(): Promise<WebAssembly.Module> {
  compiled ??= (async () => {
    const response = await fetch('solver.wasm');
    if (!response.ok) throw new Error('solver.wasm is missing');
    return WebAssembly.compile(await response.arrayBuffer());
  })();
  compiled.catch(() => (compiled = null));
  return compiled;
}

class Room {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Wait>();
  private last = 0;

  async ask(method: string, target: string, body: string, told?: Wait['told']): Promise<{ status: number; text: string }> {
    const module = await compile();
    if (!this.worker) {
      this.worker = new Worker('worker.js', { type: 'module' });
      this.worker.onmessage = ({ data }: MessageEvent<Said>) => this.hear(data);
      this.worker.onerror = () => this.end(500, 'The solver could not be started.');
      this.worker.postMessage(module);
    }
    return new Promise((resolve) => {
      const id = ++this.last;
      this.waiting.set(id, { told, done: (status, text) => resolve({ status, text }) });
      this.worker!.postMessage({ id, method, target, body } satisfies Asked);
    });
  }

  // Ends whatever is going on; the next question gets a new worker.
  end(status = 499, why = 'stopped') {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { done } of waiting) done(status, JSON.stringify({ error: why }));
  }

  private hear(said: Said) {
    if (said.kind === 'ready') return;
    const wait = this.waiting.get(said.id);
    if (said.kind === 'event') return wait?.told?.(said.event, said.data);
    this.waiting.delete(said.id);
    wait?.done(said.status, said.text);
    if (said.status === 500) this.end(500, 'The solver was started anew; ask again.');
  }
}

const desk = new Room();
const study = new Room();

interface Known {
  move: string;
  lower: number;
  upper: number;
}

// A question that takes long: its news, for whoever listens, and its end.
class Job {
  private readonly slots = new Map<string, string>();
  private listeners = new Set<(text: string, last: boolean) => void>();
  private ended = false;
  private progress: { lower: number; upper: number; created: number; seconds: number } | null = null;
  private readonly moves = new Map<string, Known>();

  constructor(readonly id: string, readonly body: string) {}

  hear(event: string, data: string) {
    const value = JSON.parse(data) as never;
    if (event === 'move') this.moves.set((value as Known).move, value);
    else this.progress = value;
    this.post(event === 'move' ? `move ${(value as Known).move}` : event, event, data, false);
  }
  finish(status: number, text: string) {
    if (this.ended) return;
    this.post('end', status < 400 ? 'answer' : 'error', text, true);
  }
  // What is known of it when it is stopped is true.
  stop() {
    const { lower = -1e6, upper = 1e6, created = 0, seconds = 0 } = this.progress ?? {};
    const moves = [...this.moves.values()];
    this.finish(200, JSON.stringify({ status: 'interrupted', value: null, lower, upper, verdict: '', moves, algorithm: 'stopped', created, seconds }));
  }
  get over() {
    return this.ended;
  }
  stream(): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    let listener: (text: string, last: boolean) => void;
    return new ReadableStream({
      start: (controller) => {
        listener = (text, last) => {
          controller.enqueue(encoder.encode(text));
          if (last) (this.listeners.delete(listener), controller.close());
        };
        for (const text of this.slots.values()) controller.enqueue(encoder.encode(text));
        if (this.ended) controller.close();
        else this.listeners.add(listener);
      },
      cancel: () => void this.listeners.delete(listener),
    });
  }
  private post(slot: string, event: string, data: string, last: boolean) {
    const text = `event: ${event}\ndata: ${data}\n\n`;
    this.slots.delete(slot);
    this.slots.set(slot, text);
    this.ended = last;
    for (const listener of [...this.listeners]) listener(text, last);
  }
}

const jobs = new Map<string, Job>();
const queue: Job[] = [];
let running: Job | null = null;

async function work() {
  if (running || queue.length === 0) return;
  const job = (running = queue.shift()!);
  const { status, text } = await study.ask('POST', '/api/jobs', job.body, (event, data) => job.hear(event, data));
  if (status !== 499) job.finish(status, text);
  running = null;
  void work();
}

function begin(body: string): string {
  const job = new Job(crypto.getRandomValues(new Uint32Array(2)).reduce((text, n) => text + n.toString(16), ''), body);
  jobs.set(job.id, job);
  if (jobs.size > 64) jobs.delete(jobs.keys().next().value!);
  queue.push(job);
  void work();
  return job.id;
}

function stop(job: Job) {
  const at = queue.indexOf(job);
  if (at >= 0) queue.splice(at, 1);
  job.stop();
  if (running === job) study.end();
}

function reply(status: number, body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
}

// As fetch, for the paths of the server's interface.
export async function localFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', signal } = init;
  const body = typeof init.body === 'string' ? init.body : '';
  signal?.throwIfAborted();
  const [, api, kind, id, part] = path.split('?')[0].split('/');
  if (api === 'api' && kind === 'jobs') {
    if (method === 'POST') return reply(202, JSON.stringify({ id: begin(body) }));
    const job = jobs.get(id);
    if (!job) return reply(404, JSON.stringify({ error: `there is no job ${id}` }));
    if (method === 'DELETE') return stop(job), reply(200, '{}');
    if (part === 'events') return reply(200, job.stream());
  }
  if (api === 'api' && kind === 'solve') {
    // Waits for its turn like a job, and is one.
    const job = jobs.get(begin(JSON.stringify({ ...JSON.parse(body), kind: 'value' })))!;
    const leave = () => stop(job);
    signal?.addEventListener('abort', leave);
    const text = await new Response(job.stream()).text();
    signal?.removeEventListener('abort', leave);
    signal?.throwIfAborted();
    const last = text.trim().split('\n\n').pop()!;
    return reply(last.startsWith('event: answer') ? 200 : 422, last.slice(last.indexOf('data: ') + 6));
  }
  const { status, text } = await desk.ask(method, path, body);
  signal?.throwIfAborted();
  return reply(status, text);
}
