import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, ask, closeBrowser, hashOf, openPage } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.end();
});

const rounds = (page, algorithm) =>
  page.locator(`.panel[data-algorithm="${algorithm}"]`).getAttribute('data-rounds').then(Number);
const reached = (page, algorithm, least) =>
  page.waitForFunction(
    ([name, n]) => Number(document.querySelector(`.panel[data-algorithm="${name}"]`)?.dataset.rounds) >= n,
    [algorithm, least],
  );

test('rounds are taken by the number, and the tree, its numbers and the plot follow', async () => {
  const page = await openPage(server, hashOf('search', { game: 'mnk:3,3,3', algorithm: 'mopns' }));
  const tree = page.getByRole('tree');
  await tree.waitFor();
  await page.getByRole('button', { name: '1', exact: true }).click();
  await reached(page, 'mopns', 1);
  assert.equal(await rounds(page, 'mopns'), 1);
  await tree.getByRole('treeitem').nth(9).waitFor(); // the root and nine moves
  await page.getByRole('button', { name: '10', exact: true }).click();
  await reached(page, 'mopns', 11);
  assert.equal(await rounds(page, 'mopns'), 11);
  assert.ok((await page.locator('.tree .onpath').count()) > 1);
  // The selected node has its table: proof and disproof of every open claim.
  await page.locator('.tree .node').nth(1).click();
  assert.ok((await page.locator('.details tbody tr').count()) >= 1);
  assert.match(await page.locator('.plot .curve').first().getAttribute('d'), /^M.*L/);
  await page.done();
});

test('two algorithms run side by side to the same value, which is the command line’s', async () => {
  const place = { game: 'connect4:4x4', algorithm: 'pns', second: 'mopns' };
  const page = await openPage(server, hashOf('search', place));
  await page.getByRole('tree').nth(1).waitFor();
  await page.locator('.stepper select').selectOption({ label: 'full speed' });
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('.facts strong', { hasText: 'solved' }).nth(1).waitFor({ timeout: 60000 });
  const { value } = await ask('solve', place.game, '--quiet');
  assert.equal(value, 0);
  for (const facts of await page.locator('.facts').allTextContents()) assert.match(facts, /draws/);
  await page.done();
});

test('running goes on until it is paused', async () => {
  const page = await openPage(server, hashOf('search', { game: 'connect4:6x5', algorithm: 'mopns' }));
  await page.getByRole('tree').waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await reached(page, 'mopns', 5);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForTimeout(300);
  const before = await rounds(page, 'mopns');
  await page.waitForTimeout(500);
  assert.equal(await rounds(page, 'mopns'), before);
  await page.done();
});

for (const algorithm of ['ppns', 'mcpns', 'pn2', 'mopn2'])
  test(`${algorithm} can be watched`, async () => {
    const page = await openPage(server, hashOf('search', { game: 'connect4:4x4', algorithm }));
    await page.getByRole('tree').waitFor();
    await page.getByRole('button', { name: '10', exact: true }).click();
    await reached(page, algorithm, 1);
    await page.locator('.tree .node').nth(1).waitFor();
    if (algorithm === 'ppns') await page.locator('.tree meter').first().waitFor();
    else await page.locator('.tree .claim').first().waitFor();
    await page.done();
  });

test('the lecture examples are there to step through', async () => {
  const page = await openPage(server, hashOf('search', { game: 'tree:@minimax', algorithm: 'pns' }));
  const presets = page.locator('.presets li button');
  await presets.first().waitFor();
  const many = await presets.count();
  assert.ok(many >= 3);
  for (let k = 0; k < many; ++k) {
    await presets.nth(k).click();
    await page.waitForFunction((n) => document.querySelectorAll('.presets li button')[n].hasAttribute('aria-current'), k);
    await page.getByRole('tree').waitFor();
    await page.getByRole('button', { name: '100', exact: true }).click();
    await page.locator('.facts strong', { hasText: 'solved' }).waitFor();
    assert.equal(await page.locator('.tree .freed').count(), 0, 'what is solved can still be looked at');
  }
  await page.done();
});

test('the tree is walked with the keyboard: open, close, up, down', async () => {
  const page = await openPage(server, hashOf('search', { game: 'mnk:3,3,3', algorithm: 'pns' }));
  const tree = page.getByRole('tree');
  await tree.waitFor();
  await page.getByRole('button', { name: '10', exact: true }).click();
  await reached(page, 'pns', 10);
  await page.locator('.tree .node').nth(5).waitFor();
  await tree.focus();
  const many = () => page.locator('.tree [role=treeitem]').count();
  const before = await many();
  await page.keyboard.press('ArrowLeft'); // closes the root
  await page.waitForFunction(() => document.querySelectorAll('.tree [role=treeitem]').length === 1);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((n) => document.querySelectorAll('.tree [role=treeitem]').length === n, before);
  await page.keyboard.press('ArrowDown');
  await page.locator('.tree .node.selected').waitFor();
  assert.match(await page.locator('.details h3').textContent(), /^[abc][123]$/);
  await page.done();
});

test('a tree of more than 100,000 nodes stays responsive', async () => {
  const page = await openPage(server, hashOf('search', { game: 'connect4:7x6', algorithm: 'pns', outcomes: 'wld' }));
  await page.getByRole('tree').waitFor();
  await page.locator('.stepper select').selectOption({ label: 'full speed' });
  await page.getByRole('button', { name: 'Run' }).click();
  await reached(page, 'pns', 60000);
  // While it grows: how busy the page is by its own processor time, whatever else the machine does.
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const before = await busy();
  await page.waitForTimeout(2000);
  const share = (await busy()) - before;
  console.log(`  ${share.toFixed(2)} s of 2 s busy`);
  // A fast machine may have met the search's limit by now.
  const pause = page.getByRole('button', { name: 'Pause' });
  if (await pause.isVisible()) await pause.click();
  const nodes = Number(/([\d,]+) nodes/.exec(await page.locator('.facts').textContent())[1].replaceAll(',', ''));
  assert.ok(nodes > 100000, `${nodes} nodes`);
  assert.ok(share < 1.2, `busy for ${share} of 2 s`);
  const begun = Date.now();
  await page.locator('.tree .twist', { hasText: '▸' }).first().click();
  await page.locator('.tree').evaluate((tree) => (tree.scrollTop = tree.scrollHeight));
  await page.getByRole('button', { name: 'Close all' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.tree [role=treeitem]').length > 1);
  assert.ok(Date.now() - begun < 3000);
  assert.ok((await page.locator('.tree .node').count()) < 60); // only what is in view exists
  await page.done();
});

test('a question that makes no sense is answered in one line', async () => {
  const page = await openPage(server, hashOf('search', { game: 'mnk:3,3,3', algorithm: 'alphabeta' }));
  await page.locator('.panel .error').waitFor();
  await page.done();
});
