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

// Opens every node of the tree that can be opened. A row that is drawn anew just then does not hear the click.
async function openAll(page) {
  const closed = page.locator('.tree .twist', { hasText: '▸' });
  for (let k = 0; k < 200 && (await closed.count()) > 0; ++k) {
    const many = await page.locator('.tree [role=treeitem]').count();
    await closed.first().click();
    const more = page.waitForFunction((n) => document.querySelectorAll('.tree [role=treeitem]').length > n, many, { timeout: 2000 });
    await more.catch(() => {});
  }
  assert.equal(await closed.count(), 0);
}

const minus = '\u2212';
const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `${minus}${-value}` : '0');

// What a row may say of a node, from the server's bounds alone; `again`: its position was on the line before.
function expected({ lower, upper, solved }, values, again) {
  if (lower === upper) return `${again ? '↺' : '✓'} = ${signed(lower)}`;
  const low = lower === values[0];
  const high = upper === values[values.length - 1];
  if (low && high) return '';
  return `${low ? `≤ ${signed(upper)}` : high ? `≥ ${signed(lower)}` : `${signed(lower)}..${signed(upper)}`}${solved ? ' settled' : ''}`;
}

const get = async (path, query = {}) => (await fetch(`${server.url}api/${path}?${new URLSearchParams(query)}`)).json();

for (const [game, algorithm, rounds, atLeast] of [
  ['mnk:3,3,3', 'pns', '100'],
  ['tree:@minimax', 'pns', '1,000'],
  ['mnk:3,3,3', 'pns', '100', 1],
  ['tree:@minimax', 'pns', '1,000', 3],
  ['tree:@minimax', 'pns', '10'],
  ['connect4:4x4', 'pns', '100'],
  ['mnk:3,3,3', 'ppns', '10'],
  ['mnk:4,3,3', 'mopns', '100'],
  ['tree:@minimax', 'mopn2', '10'],
  ['tree:@history', 'pns', '1,000'],
  ['tree:@cycle', 'mopns', '1,000'],
])
  test(`${game}, ${algorithm}, ${rounds} rounds${atLeast ? `, at least ${atLeast}` : ''}: bounds are shown as bounds`, async () => {
    const page = await openPage(server, hashOf('search', { game, algorithm, ...(atLeast && { at_least: atLeast }) }));
    await page.getByRole('tree').waitFor();
    const step = page.waitForRequest(/\/step$/);
    await page.getByRole('button', { name: rounds, exact: true }).click();
    const [, id] = /searches\/(.*)\/step$/.exec((await step).url());
    const limit = Number(rounds.replace(',', ''));
    await page.waitForFunction((n) => {
      return document.querySelector('.facts strong').textContent !== 'open' || Number(document.querySelector('.panel').dataset.rounds) >= n;
    }, limit);
    const state = await get(`searches/${id}`);
    const { values, to_move: mover, repeats } = await get('position', { game });
    await page.locator('.tree').evaluate((tree) => ([tree.style.height, tree.style.maxHeight] = ['3000px', 'none'])); // all rows are in view
    await page.locator('.tree [role=treeitem]').nth(1).waitFor();
    if (game.startsWith('tree:')) await openAll(page);

    // Of the root the search as a whole may know more than its last tree.
    assert.equal((await page.locator('.facts strong').textContent()) === 'solved', state.status === 'solved' && state.lower === state.upper);
    const nodes = new Map([['', { ...state.root, lower: state.lower, upper: state.upper }]]);
    const shown = await page.locator('.tree [role=treeitem]').evaluateAll((rows) => rows.map((row) => row.dataset.path));
    assert.ok(shown.length > 3);
    for (const path of shown) {
      const above = path.split(',').slice(0, -1).join(',');
      if (nodes.has(path)) continue;
      for (const child of (await get(`searches/${id}/children`, { path: above })).children)
        nodes.set(above ? `${above},${child.move}` : child.move, child);
    }
    let settled = 0;
    for (const path of shown) {
      const node = nodes.get(path);
      const row = page.locator(`.tree [data-path="${path}"]`);
      const moves = path.split(',').filter(Boolean);
      const before = moves.map((_, k) => nodes.get(moves.slice(0, k).join(',')).position);
      const again = repeats && before.includes(node.position);
      const words = expected(node, values, again);
      const tags = row.locator('.tag.value, .tag.line, .tag.settled, .tag.bounds');
      const say = async () => ((await tags.count()) > 0 ? tags.textContent() : '');
      for (let k = 0; k < 50 && (await say()) !== words; ++k) await page.waitForTimeout(100); // it asks for what is old
      assert.equal(await say(), words, `${game} ${path}: ${node.lower} to ${node.upper}`);
      assert.equal(await row.locator('.tag.value').count(), node.lower === node.upper && !again ? 1 : 0);
      settled += words.endsWith('settled') ? 1 : 0;
      // The selected node says the same at length.
      await row.click({ position: { x: 60, y: 15 } });
      const text = page.locator('.details > p').first();
      const open = node.lower < node.upper;
      await text.filter({ hasText: open ? /open|not known yet/ : again ? /itself may differ/ : /\(exact/ }).waitFor();
      if (open) assert.doesNotMatch(await text.textContent(), /exact|proved/);
      assert.equal((await text.textContent()).includes('settled for this question'), words.endsWith('settled'));
      // What is called exact is the value.
      if (open || again || moves.length > (repeats ? 1 : 2)) continue;
      const solved = await (await fetch(`${server.url}api/solve`, {
        method: 'POST', body: JSON.stringify({ game, position: node.position }), headers: { 'Content-Type': 'application/json' },
      })).json();
      assert.equal((node.to_move === mover ? 1 : -1) * solved.value + 0, node.lower, `${game} ${path}`);
    }
    if (state.status === 'solved' && algorithm === 'pns' && !repeats) assert.ok(settled > 0, 'some are settled without a value');
    await page.done();
  });

test('in the drawing of a tree too a bound is a bound', async () => {
  const page = await openPage(server, hashOf('search', { game: 'tree:@minimax', algorithm: 'pns' }));
  await page.getByRole('tree').waitFor();
  await page.getByRole('button', { name: '1,000', exact: true }).click();
  await page.locator('.facts strong', { hasText: 'solved' }).waitFor();
  const mark = (move) => page.locator(`.details [data-move="${move}"] .value text`);
  await mark('b').filter({ hasText: '≤ +3 settled' }).waitFor();
  await mark('c').filter({ hasText: '✓ = +5' }).waitFor();
  assert.match(await page.locator('.details [data-move="b"]').getAttribute('aria-label'), /settled for this question/);
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
  const presets = page.locator('.presets li:not(:has(.muted)) button'); // others have no values: watching.test.mjs
  await presets.first().waitFor();
  const many = await presets.count();
  assert.ok(many >= 3);
  for (let k = 0; k < many; ++k) {
    await presets.nth(k).click();
    await page.waitForFunction((n) => document.querySelectorAll('.presets li:not(:has(.muted)) button')[n].hasAttribute('aria-current'), k);
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

test('the form has the options of the chosen search, and they are asked for', async () => {
  const begun = [];
  const page = await openPage(server, hashOf('search', { game: 'mnk:3,3,3', algorithm: 'pns', second: 'ppns' }));
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/searches')) begun.push(request.postDataJSON());
  });
  await page.getByRole('tree').nth(1).waitFor();
  await page.getByText('Options of the search').click();
  assert.equal(await page.getByLabel('second level').count(), 0); // of pn2 only
  await page.getByLabel('driver').selectOption('linear');
  await page.waitForURL(/driver=linear/);
  await page.getByLabel('playouts').fill('5');
  await page.getByLabel('playouts').press('Enter');
  await page.waitForURL(/playouts=5/);
  await page.getByRole('tree').nth(1).waitFor();
  const { options } = await (await fetch(`${server.url}api/about`)).json();
  assert.ok(options.find(({ name }) => name === 'driver').algorithms.includes('pns'));
  const last = begun.slice(-2).sort((a, b) => (a.algorithm < b.algorithm ? -1 : 1));
  assert.deepEqual(last, [
    { game: 'mnk:3,3,3', algorithm: 'pns', driver: 'linear' },
    { game: 'mnk:3,3,3', algorithm: 'ppns', playouts: 5 },
  ]);
  await page.done();
});

test('a question that makes no sense is answered in one line', async () => {
  const page = await openPage(server, hashOf('search', { game: 'mnk:3,3,3', algorithm: 'dfpn' }));
  await page.locator('.panel .error').waitFor();
  await page.done();
});
