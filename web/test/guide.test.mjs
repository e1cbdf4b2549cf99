// The page explains itself: rules, words, algorithms, where it comes from.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { Server, closeBrowser, hashOf, openPage, solvent } from './harness.mjs';

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.end();
});

async function load(entry) {
  const { outputFiles } = await build({ entryPoints: [new URL(`../src/${entry}`, import.meta.url).pathname], bundle: true, format: 'esm', write: false, define: { SOLVENT_LOCAL: 'false' } });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

test('every game has its rules in the guide', async () => {
  const games = await (await fetch(`${server.url}api/games`)).json();
  const page = await openPage(server, hashOf('guide', { page: 'games' }));
  const chooser = page.locator('.prose select');
  await chooser.waitFor();
  for (const { name } of games) {
    await chooser.selectOption(name);
    await page.waitForFunction(() => document.querySelector('.prose div')?.textContent.length > 400);
    assert.ok((await page.locator('.prose h2').count()) >= 1, name);
  }
  await page.done();
});

test('every word that is explained leads to where the guide says more', async () => {
  const { terms } = await load('terms.ts');
  assert.ok(Object.keys(terms).length >= 15);
  const page = await openPage(server, '#/guide');
  for (const [word, { page: where, at, text }] of Object.entries(terms)) {
    assert.ok(text.length > 30, word);
    await page.goto(server.url + hashOf('guide', { page: where, at }));
    if (where === 'games') await page.waitForFunction((at) => document.querySelector('.prose select')?.value === at, at);
    else await page.waitForFunction((at) => document.activeElement?.id === at, at, { timeout: 5000 }).catch(() => assert.fail(`${word}: nothing is called ${at} in ${where}`));
  }
  await page.done();
});

test('a word opens its explanation, and Escape closes it', async () => {
  const page = await openPage(server, hashOf('search', { game: 'tree:@minimax', algorithm: 'pns' }), { viewport: { width: 320, height: 800 } });
  const word = page.locator('.legend').getByRole('button', { name: 'disproof number' });
  await word.click();
  const note = page.getByRole('note').filter({ visible: true });
  await note.waitFor();
  const { left, right } = await note.evaluate((element) => element.getBoundingClientRect().toJSON());
  assert.ok(left >= 0 && right <= 320, `from ${left} to ${right}`);
  assert.equal(await word.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'hidden' });
  await word.click();
  await note.getByRole('link').click();
  await page.waitForFunction(() => document.activeElement?.id === 'pns');
  await page.done();
});

test('the instructive positions are what they are called', async () => {
  const { examples } = await load('positions.ts');
  const games = await (await fetch(`${server.url}api/games`)).json();
  for (const { name } of games) assert.ok((examples[name] ?? []).length >= 1, `${name} has an example`);
  for (const list of Object.values(examples))
    for (const { title, game, position, moves, value } of list) {
      let at = position ?? '';
      if (moves)
        for (const move of moves.split(',')) {
          const query = new URLSearchParams({ game, position: at, move });
          const info = await (await fetch(`${server.url}api/play?${query}`)).json();
          assert.equal(info.error, undefined, title);
          at = info.position;
        }
      const body = JSON.stringify({ game, ...(at ? { position: at } : {}), line: false, seconds: 60 });
      const answer = await (await fetch(`${server.url}api/solve`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })).json();
      // Where one bound says it all, as of a win, the other may not be looked for.
      assert.ok(answer.lower === value, `${title}: ${JSON.stringify(answer).slice(0, 200)}`);
      assert.ok(answer.value === value || value > 0, title);
    }
});

test('about: the version and the sources', async () => {
  const page = await openPage(server, '#/guide');
  const { stdout } = await solvent('--version');
  const version = /\d+\.\d+\.\d+/.exec(stdout)[0];
  await page.getByRole('heading', { name: `Solvent ${version}` }).waitFor();
  await page.locator('.sources').getByText('Knuth & Moore 1975').waitFor();
  await page.done();
});

test('the rules are beside the board, and an example is one click away', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3' }));
  await page.getByText('Rules and examples').click();
  await page.locator('.rules .prose').getByText('in a row').first().waitFor();
  await page.getByRole('link', { name: 'After a corner and the edge beside it X wins' }).click();
  await page.waitForFunction(() => document.querySelector('.board')?.dataset.ply === '2');
  await page.locator('.verdict', { hasText: 'X wins' }).waitFor();
  await page.done();
});
