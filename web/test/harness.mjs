// What the browser tests share: the real server on a free port, a browser, and the command line to
// compare with. SOLVENT_BINARY names the program, CHROMIUM the browser.
import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const binary = process.env.SOLVENT_BINARY ?? join(root, 'build/release/bin/solvent');
export const screenshots = process.env.SOLVENT_SCREENSHOTS ?? join(root, 'build/web-screenshots');

const run = promisify(execFile);

// What `solvent` prints with --json.
export async function ask(...words) {
  const { stdout } = await run(binary, [...words, '--json'], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

export async function solvent(...words) {
  return run(binary, words, { maxBuffer: 1 << 26 });
}

async function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

export class Server {
  static async start(...options) {
    const server = new Server();
    server.port = await freePort();
    server.options = options;
    await server.begin();
    return server;
  }
  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }
  async begin() {
    const store = this.options.includes('--store') ? [] : ['--store', 'none']; // what is hard stays hard
    this.process = spawn(binary, ['serve', '--port', String(this.port), ...store, ...this.options], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const deadline = Date.now() + 30000;
    for (;;) {
      try {
        if ((await fetch(`${this.url}api/about`)).ok) return;
      } catch {
        // Not listening yet.
      }
      if (Date.now() > deadline || this.process.exitCode !== null) throw new Error('solvent serve does not start');
      await new Promise((done) => setTimeout(done, 30));
    }
  }
  async end(signal = 'SIGTERM') {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill(signal);
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 4000);
    await ended;
    clearTimeout(timer);
  }
}

let browser;
export async function openBrowser() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

// A page of its own, which complains at its end about anything that went wrong in it.
export async function openPage(server, hash = '', options = {}) {
  const context = await (await openBrowser()).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(30000);
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('console', (message) => {
    // The browser notes every answer of 400 and above, and every one that does not come: both are meant.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      page.problems.push(message.text());
  });
  page.done = async () => {
    await context.close();
    if (page.problems.length > 0) throw new Error(`the page complained: ${page.problems.join('; ')}`);
  };
  await page.goto(server.url + hash);
  return page;
}

export function hashOf(view, parameters) {
  return `#/${view}?${new URLSearchParams(parameters)}`;
}

// The position drawn on the board, as text.
export async function positionOf(page) {
  return page.locator('code.position').first().textContent();
}

// The values beside the board once all are known: move to value.
export async function valuesOf(page) {
  const values = await page.waitForFunction(() => {
    const moves = [...document.querySelectorAll('.side .moves .move')];
    if (!document.querySelector('.how') || moves.some((move) => move.dataset.value === '')) return null;
    return moves.map((move) => [move.dataset.name, Number(move.dataset.value)]);
  });
  return Object.fromEntries(await values.jsonValue());
}
