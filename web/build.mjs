// Builds the page: node build.mjs [--out DIR]. Writes index.html, app.js, app.css and icon.svg.
import { build } from 'esbuild';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf('--out');
const out = resolve(at > 0 ? process.argv[at + 1] : join(here, '..', 'build', 'web'));

await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: join(here, 'src/main.tsx') },
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
