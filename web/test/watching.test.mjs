// Trees that are drawn, searches that go depth first, and lecture trees whose leaves have no values.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, closeBrowser, hashOf, openPage, solvent } from './harness.mjs';

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.end();
});

const presets = async () => (await fetch(`${server.url}api/presets`)).json();
const rounds = (page, name, n) =>
  page.waitForFunction(([name, n]) => Number(document.querySelector(`[data-algorithm=${name}]`)?.dataset.rounds) >= n, [name, n]);
const take = (page, n) => page.getByRole('button', { name: String(n), exact: true }).click();

test('alpha-beta goes through the lecture tree as by hand', async () => {
  const page = await openPage(server, hashOf('search', { game: 'tree:@minimax', algorithm: 'alphabeta', table: 'none' }));
  const said = [];
  await page.locator('.dnode').first().waitFor();
  for (let step = 1; step <= 40 && !(await page.getByText('solved', { exact: true }).isVisible()); ++step) {
    await take(page, 1);
    await rounds(page, 'alphabeta', step);
    await page.waitForFunction(() => document.querySelector('.panel .step').textContent.length > 3);
    await page.waitForTimeout(60);
    said.push(await page.locator('.panel .step').textContent());
  }
  // Min's first reply in d is worth 2, and Max has 5 already: its second reply needs no look.
  assert.match(said.join('\n'), /Goes into b with the window −2…\+9/);
  assert.match(said.join('\n'), /Leaves d: Max gets −2 to \+2. A cut-off: 1 of 2 moves need no look\./);
  const drawn = await page.locator('.dnode').count();
  const expected = 1 + 3 + 5 + 10 - (await page.locator('.dnode .cutoff').count() > 0 ? 0 : 1);
  assert.ok(drawn > 10 && drawn <= expected, `${drawn} nodes are drawn`);
  assert.equal(await page.locator('.dnode[data-path="d,j"]').count(), 0, 'what is cut off is not there');
  assert.ok((await page.locator('.dnode .cutoff').count()) >= 1);
  await page.done();
});

test('every algorithm that goes depth first can be watched, and counts what the command line counts', async () => {
  for (const [algorithm, second] of [['minimax', 'alphabeta'], ['scout', 'negascout']]) {
    const page = await openPage(server, hashOf('search', { game: 'mnk:3,3,3', position: 'a1b2c3', algorithm, second }));
    await page.locator('.dnode').first().waitFor();
    await page.locator('.stepper select').selectOption({ label: 'full speed' });
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForFunction(() => [...document.querySelectorAll('.panel .facts strong')].filter((e) => e.textContent === 'solved').length === 2);
    for (const name of [algorithm, second]) {
      const { stdout } = await solvent('solve', 'mnk:3,3,3', 'a1b2c3', '--algorithm', name, '--no-knowledge', '--json');
      const { created } = JSON.parse(stdout);
      const facts = await page.locator(`[data-algorithm=${name}] .facts`).textContent();
      const shown = Number(/([\d,]+) nodes/.exec(facts)[1].replaceAll(',', ''));
      assert.ok(shown > 20 && shown <= created, `${name}: ${shown} nodes shown, ${created} by the command line (its line too)`);
    }
    assert.equal(await page.locator('.versus > div').count(), 2);
    await page.done();
  }
});

test('the drawing of a best-first search has numbers, the path and shapes, and folds', async () => {
  const page = await openPage(server, hashOf('search', { game: 'connect4:7x6', algorithm: 'pns', outcomes: 'wld' }));
  await page.locator('.dnode').first().waitFor();
  await take(page, '1,000');
  await rounds(page, 'pns', 1000);
  await page.locator('.branch.path').nth(2).waitFor({ state: 'attached' });
  const { drawn, round, square, numbers, folds } = await page.evaluate(() => ({
    drawn: document.querySelectorAll('.dnode').length,
    round: document.querySelectorAll('.dnode rect.shape[rx="15"]').length,
    square: document.querySelectorAll('.dnode rect.shape[rx="2"]').length,
    numbers: [...document.querySelectorAll('.dnode .under')].map((e) => e.textContent),
    folds: document.querySelectorAll('.dnode .fold').length,
  }));
  assert.ok(drawn > 15 && drawn < 500, `${drawn} nodes`);
  assert.ok(round > 0 && square > 0);
  assert.ok(numbers.some((text) => /^\d+ \| \d+$/.test(text)), numbers.join(', '));
  assert.ok(folds > 0);
  const before = await page.locator('.dnode').count();
  await page.locator('.dnode .fold').first().click();
  await page.waitForFunction((n) => document.querySelectorAll('.dnode').length !== n, before);
  // One step back is one round less, by the same course.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForFunction(() => document.querySelector('[data-algorithm=pns]').dataset.rounds === '999');
  await page.done();
});

test('all lecture trees are presets; those without values are numbered, and take values by hand', async () => {
  const all = await presets();
  assert.deepEqual(all.map(({ name }) => name).sort(), ['costs', 'cycle', 'dilemma', 'extra-turn', 'history', 'minimax', 'most-proving', 'proof-number', 'ranges', 'shared']);
  for (const { game, title, searchable } of all) {
    const page = await openPage(server, hashOf('search', { game }));
    await page.locator('.dnode').first().waitFor();
    assert.equal(await page.locator('.lecture').count(), searchable ? 0 : 1, title);
    await page.done();
  }
  const page = await openPage(server, hashOf('search', { game: 'tree:@most-proving' }));
  const next = () => page.locator('.lecture .step strong').textContent();
  await page.locator('.lecture .dnode').first().waitFor();
  assert.equal(await next(), 'l');
  assert.equal(await page.locator('.dnode.path').count(), 4); // a, b, e, l
  // l fails, m is good: then b rests on d.
  await page.getByRole('group', { name: 'Value of l' }).getByRole('button', { name: '0' }).click();
  await page.waitForFunction(() => document.querySelector('.lecture .step strong').textContent !== 'l');
  assert.notEqual(await next(), 'l');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForFunction(() => document.querySelector('.lecture .step strong').textContent === 'l');
  await page.done();
  for (const { text, searchable } of all.filter(({ searchable }) => !searchable)) {
    assert.equal(searchable, false);
    const leaves = (tree) => tree.nodes.filter((node) => node.kind === 'leaf' && node.low < node.high);
    const ask = async (text) => (await fetch(`${server.url}api/numbers`, { method: 'POST', body: JSON.stringify({ text }), headers: { 'Content-Type': 'application/json' } })).json();
    assert.ok(leaves(await ask(text)).length > 0);
  }
});

test('a wrong tree, or none, is answered in one sentence', async () => {
  const ask = (body) => fetch(`${server.url}api/numbers`, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  for (const body of [{}, { text: 5 }, { text: 'nonsense' }, { text: 'a Max: b? c?\n', at_least: 'x' }, { text: 'a Max: b? c?\n', at_least: 99 }]) {
    const response = await ask(body);
    assert.equal(response.status, 400, JSON.stringify(body));
    const { error } = await response.json();
    assert.ok(error.length > 5 && !error.includes('\n'), error);
  }
});
