// Builds the page: node build.mjs [--local] [--out DIR]. With --local it works without a server, with the worker that
// ./dev wasm puts beside it.
// Writes index.html, app.js, app.css, icon.svg, and guide.json, which
// is the project's documents as the page shows them.
import { build } from 'esbuild';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeGuide } from './guide.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf('--out');
const local = process.argv.includes('--local');
const out = resolve(at > 0 ? process.argv[at + 1] : join(here, '..', 'build', 'web'));

await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: join(here, 'src/main.tsx'), ...(local ? { worker: join(here, 'src/local/worker.ts') } : {}) },
  define: { SOLVENT_LOCAL: String(local) },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2020',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
});
await build({
  entryPoints: { app: join(here, 'src/app.css') },
  outdir: out,
  bundle: true,
  minify: true,
  logLevel: 'warning',
});
for (const file of ['index.html', 'icon.svg']) await cp(join(here, 'src', file), join(out, file));
await writeFile(join(out, 'guide.json'), JSON.stringify(await makeGuide(join(here, '..'))));
