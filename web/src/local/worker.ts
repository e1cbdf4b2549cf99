// A worker with the solver in it: answers one request after another, and tells news of a job meanwhile.
import type { Asked, Said } from './messages';

interface Solver {
  _solvent_answer(method: number, target: number, body: number): number;
  _malloc(bytes: number): number;
  _free(at: number): void;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, at: number, bytes: number): void;
  UTF8ToString(at: number): string;
}
interface Options {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
}

const say = (said: Said) => postMessage(said);
let solver: Promise<Solver> | null = null;
let current = 0;
(self as unknown as { tell: (event: string, data: string) => void }).tell = (event, data) => say({ kind: 'event', id: current, event, data });

function start(module: WebAssembly.Module): Promise<Solver> {
  const path = './solver.js'; // made by ./dev wasm, not by esbuild
  return import(path).then(({ default: make }: { default: (options: Options) => Promise<Solver> }) =>
    make({
      instantiateWasm(imports, done) {
        void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
        return {};
      },
    }),
  );
}

function answer(s: Solver, { id, method, target, body }: Asked) {
  const texts = [method, target, body].map((text) => {
    const bytes = s.lengthBytesUTF8(text) + 1;
    const at = s._malloc(bytes);
    s.stringToUTF8(text, at, bytes);
    return at;
  });
  current = id;
  const text = s.UTF8ToString(s._solvent_answer(texts[0], texts[1], texts[2]));
  texts.forEach((at) => s._free(at));
  const space = text.indexOf(' ');
  say({ kind: 'answer', id, status: Number(text.slice(0, space)), text: text.slice(space + 1) });
}

addEventListener('message', async ({ data }: MessageEvent<WebAssembly.Module | Asked>) => {
  if (data instanceof WebAssembly.Module) {
    solver = start(data);
    await solver;
    return say({ kind: 'ready' });
  }
  try {
    answer(await solver!, data);
  } catch (error) {
    // Nothing can be done with the module after that; the page starts another.
    const text = JSON.stringify({ error: `The search ended unexpectedly: ${(error as Error).message}` });
    say({ kind: 'answer', id: data.id, status: 500, text });
  }
});
