import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, ask, closeBrowser, hashOf, openPage, positionOf, solvent, valuesOf } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.end();
});

// Every game in the last of its sizes; those that last long from a position near the end.
const near = {
  awari: '0 0 0 0 0 1|0 0 0 0 1 0 S23 N23 S',
  gomoku: 'h8a1i8b1j8c1k8d1',
  qubic: 'a11b22a21b32a31b42',
};
const { stdout } = await solvent('games', '--json');
const games = stdout.trim().split('\n').map((line) => JSON.parse(line));

for (const { name, specs } of games) {
  const game = name === 'tree' ? 'tree:@minimax' : specs.at(-1);
  const position = near[name] ?? '';
  test(`${game} is played to its end by clicking`, async () => {
    const page = await openPage(server, hashOf('board', { game, position }));
    const over = page.getByText('The game is over.').first();
    let played = 0;
    for (; played < 120; ++played) {
      await page.locator('.turn').waitFor();
      if (await over.isVisible()) break;
      // The best move as far as it is known already, else a middle one: games end, and differ.
      const moves = page.locator('.board [data-move]');
      const best = page.locator('.board .place.best');
      const many = await moves.count();
      assert.ok(many > 0, `no move in ${await positionOf(page)}`);
      const chosen = (await best.count()) > 0 ? best.first() : moves.nth(Math.floor(many / 2));
      await chosen.dispatchEvent('click');
      await page.locator('.record li').nth(played).waitFor();
      await page.waitForFunction((n) => document.querySelectorAll('.record li').length >= n, played + 1);
      await page.waitForFunction(
        (n) => document.querySelector('.board')?.dataset.ply === String(n),
        played + 1,
      );
    }
    assert.ok(await over.isVisible(), `${game} did not end in ${played} moves`);
    assert.ok(played > 0);
    await page.done();
  });
}

test('a game is played with the keyboard alone', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3' }));
  await page.locator('.board [data-move="a1"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  const at = () => page.evaluate(() => document.activeElement.dataset.move);
  assert.equal(await at(), 'b2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '1');
  assert.equal(await positionOf(page), '.../.X./...');
  // The focus stays on the board, on a move of the new position.
  await page.waitForFunction(() => document.activeElement?.dataset?.move);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '2');
  assert.equal(await positionOf(page), '.../.X./O..');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '1');
  await page.keyboard.press('Control+y');
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '2');
  await page.done();
});

const questions = [
  ['connect4:5x4', ''],
  ['connect4:7x6', '44444221122233'],
  ['othello:4', ''],
  ['othello:8', '-XXXXXXX--XOOXOX-XXXXXOXXXXOXXOOXXOXOXO-OXXOOOO-OXOXOO--XO--XO-- X'],
  ['awari', '0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S'],
  ['kalah:4,3', '0 4 4 4|3 3 3 3 S0 N0 N'],
  ['woodpush:8,3', ''],
  ['mnk:4,3,3', ''],
  [
    'qubic',
    'd11a23c23b21a32a11a21d13b23b13c34b11d22c13a34a24a33c14b34c24b14c22d31d21d23b22a14d43c31c41b41b43b33c12b12c44a43c33d24d12d33c21d32d41',
  ],
  ['gomoku', 'h8a1i8b1j8c1k8d1'],
  ['tree:@extra-turn', ''],
  ['random:b=3,d=4,outcomes=5,seed=7', ''],
  ['pgame:b=4,d=4,edge=20,seed=1', '2', 'score'],
  ['connect4:5x4', '3', 'wld'],
];

for (const [game, position, outcomes] of questions) {
  test(`${game} ${position} ${outcomes ?? ''}: every value is the command line's`, async () => {
    const place = { game, position };
    if (outcomes) place.outcomes = outcomes;
    const page = await openPage(server, hashOf('board', place));
    const found = await valuesOf(page);
    const file = game.replace(/^tree:@(.*)$/, (_, name) => `tree:${new URL(`../../data/trees/${name}.tree`, import.meta.url).pathname}`);
    const words = ['solve', file, ...(position ? [position] : []), ...(outcomes ? ['--outcomes', outcomes] : []), '--moves', '--quiet'];
    const answer = await ask(...words);
    assert.deepEqual(found, Object.fromEntries(answer.moves.map(({ move, value }) => [move, value])));
    // What is marked as best is best; nothing is marked where all are equal.
    const marked = await page.locator('.moves .move:has-text("★")').evaluateAll((moves) => moves.map((move) => move.dataset.name));
    const best = answer.moves.filter(({ value }) => value === answer.value).map(({ move }) => move);
    const expected = best.length === answer.moves.length && best.length > 1 ? [] : best;
    assert.deepEqual(marked.sort(), expected.sort());
    await page.done();
  });
}

test('Connect Four says in how many moves, and play takes that many', async () => {
  const page = await openPage(server, hashOf('board', { game: 'connect4:6x4', position: '3344' }));
  await valuesOf(page);
  const words = await page.locator('.verdict').textContent();
  const moves = Number(/wins in (\d+) move/.exec(words)?.[1]);
  assert.ok(moves >= 1, words);
  let mine = 0;
  for (let ply = 0; !(await page.getByText('The game is over.').first().isVisible()); ++ply) {
    assert.ok(ply < 24);
    await valuesOf(page);
    const best = page.locator('.board .place.best');
    const chosen = (await best.count()) > 0 ? best.first() : page.locator('.board .place').first();
    await chosen.dispatchEvent('click');
    await page.waitForFunction((n) => document.querySelector('.board').dataset.ply === String(n), ply + 1);
    mine += ply % 2 === 0 ? 1 : 0;
  }
  assert.equal(mine, moves);
  await page.done();
});

test('a long search shows progress and stops when told', async () => {
  const page = await openPage(server, hashOf('board', { game: 'othello:8' }));
  await page.locator('.progress', { hasText: 'nodes' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The search stopped', { exact: false }).waitFor({ timeout: 3000 });
  assert.equal(await page.locator('.progress').count(), 0);
  await page.done();
});

test('reload, back, forward and a shared address show the same', async () => {
  const page = await openPage(server, hashOf('board', { game: 'connect4:5x4', position: '33' }));
  const click = async (move, ply) => {
    await page.locator(`.board [data-move="${move}"]`).dispatchEvent('click');
    await page.waitForFunction((n) => document.querySelector('.board').dataset.ply === String(n), ply);
  };
  await click('2', 1);
  await click('4', 2);
  const after = await positionOf(page);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.board')?.dataset.ply === '2');
  assert.equal(await positionOf(page), after);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '1');
  await page.goForward();
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '2');
  assert.equal(await positionOf(page), after);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '1');
  assert.equal(await page.locator('.record li').count(), 2); // what was undone can be redone
  const shared = await openPage(server, new URL(page.url()).hash);
  await shared.waitForFunction(() => document.querySelector('.board')?.dataset.ply === '1');
  assert.equal(await positionOf(shared), await positionOf(page));
  await shared.getByRole('button', { name: 'Redo' }).click();
  await shared.waitForFunction(() => document.querySelector('.board').dataset.ply === '2');
  assert.equal(await positionOf(shared), after);
  await shared.done();
  await page.done();
});

test('a good paste is shown; a bad one is answered with one clear line, and nothing else changes', async () => {
  const page = await openPage(server, hashOf('board', { game: 'connect4:7x6' }));
  await page.getByText('Position or game as text').click();
  const field = page.getByLabel('Paste a game, or a position', { exact: false });
  await field.fill('4455');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('code.position').textContent.includes('OO'));
  const before = await positionOf(page);
  await field.fill('4455x');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const line = await page.locator('#paste-error').textContent();
  assert.match(line, /'x' is not a column from 1 to 7/);
  assert.ok(!line.includes('\n'));
  assert.equal(await positionOf(page), before);
  await page.done();
});

test('an address that makes no sense is answered, and a new game helps', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3', position: 'nonsense' }));
  await page.locator('.error').waitFor();
  await page.locator('.error').getByRole('button', { name: 'New game' }).click();
  await page.locator('.board').waitFor();
  await page.done();
});

test('a size or a game that does not exist is answered, and a new game helps', async () => {
  for (const game of ['connect4:99x99', 'nogame', 'tree:@nothing']) {
    const page = await openPage(server, hashOf('board', { game }));
    for (let presses = 0; presses < 2 && !(await page.locator('.board').count()); ++presses) {
      await page.locator('.error').waitFor();
      await page.locator('.error').getByRole('button', { name: 'New game' }).click();
      await page.waitForFunction((bad) => !location.hash.endsWith(bad), game);
      await page.locator('.board, .error').first().waitFor();
      await page.waitForTimeout(300);
    }
    await page.locator('.board').waitFor();
    await page.done();
  }
});

test('a bad paste beside the field is answered too', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3' }));
  await page.locator('.board').waitFor();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', 'rubbish');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await page.locator('#paste-error').waitFor(); // visible
  await page.done();
});

test('a link that could not be copied is not called copied', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3' }));
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'address bar' }).waitFor();
  await page.done();
});

test("the times to choose from end at the server's limit", async () => {
  for (const [limit, shown] of [['30', '30 seconds'], ['0.5', '0.5 seconds'], ['60', 'a minute'], ['600', 'a minute']]) {
    const limited = await Server.start('--time', limit);
    const page = await openPage(limited, hashOf('board', { game: 'mnk:3,3,3' }));
    const chosen = page.locator('.work select option:checked');
    await page.waitForFunction((text) => document.querySelector('.work select')?.selectedOptions[0]?.textContent === text, shown);
    assert.equal(await chosen.textContent(), shown);
    await page.done();
    await limited.end();
  }
});

test('stones are sown one by one unless the user wants less motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const page = await openPage(server, hashOf('board', { game: 'kalah:6,4' }), { reducedMotion });
    await page.locator('.board [data-move="A"]').waitFor();
    await page.evaluate(() => {
      const counts = () => [...document.querySelectorAll('.art .count')].map((count) => count.textContent).join(' ');
      window.seen = new Set([counts()]);
      new MutationObserver(() => window.seen.add(counts())).observe(document.querySelector('.board'), { subtree: true, childList: true, characterData: true });
    });
    await page.locator('.board [data-move="A"]').dispatchEvent('click');
    await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '1');
    if (reducedMotion === 'reduce') {
      await page.waitForTimeout(900);
      assert.equal(await page.evaluate(() => window.seen.size), 2); // before and after
    } else {
      await page.waitForFunction(() => window.seen.size >= 6); // however slow the machine
    }
    await page.done();
  }
});

// Others are shown as text, with a button for every move.
const drawn = ['connect4', 'othello', 'awari', 'kalah', 'woodpush', 'mnk', 'gomoku', 'qubic', 'tree', 'random', 'pgame'];

test('every game of the list can be chosen, and any size, and a tree of one’s own', async () => {
  const page = await openPage(server);
  const game = page.locator('.chooser select').first();
  await page.waitForFunction(() => document.querySelector('.chooser select').options.length > 5);
  const listed = await game.locator('option').evaluateAll((options) => options.map((option) => [option.value, option.label]));
  assert.deepEqual(listed, games.map(({ name, title }) => [name, title]));
  for (const { name } of games) {
    await game.selectOption(name);
    await page.waitForFunction((chosen) => location.hash.includes(`game=${chosen}`), name);
    await page.locator('.board [data-move]').first().waitFor();
    if (drawn.includes(name)) assert.equal(await page.locator('.textboard').count(), 0, `${name} is drawn`);
  }
  await game.selectOption('connect4');
  await page.locator('.chooser select').nth(1).selectOption({ label: 'other…' });
  await page.locator('[name=other]').fill('4x5');
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.waitForFunction(() => document.querySelector('code.position')?.textContent === '..../..../..../..../....');

  await game.selectOption('tree');
  await page.locator('.chooser select').nth(1).selectOption({ label: 'your own…' });
  await page.locator('[name=other]').fill('a Max: b');
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.locator('.chooser .error').waitFor();
  await page.locator('[name=other]').fill('a Max: b c\nb Min: d=3 e=-1\nc Min: f=2 g=0');
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.waitForFunction(() => location.hash.includes('tree:@%23') || location.hash.includes('tree:@#'));
  await page.locator('.move[data-name="b"]').waitFor(); // the tree before it has two moves as well
  assert.deepEqual(await valuesOf(page), { b: -1, c: 0 });
  await page.done();
});

test('the outcomes can be changed, and values follow', async () => {
  const page = await openPage(server, hashOf('board', { game: 'kalah:3,2' }));
  assert.deepEqual(await valuesOf(page), { A: -8, B: 4, C: 0 });
  await page.getByLabel('Outcomes').selectOption('wld');
  await page.waitForFunction(() => document.querySelector('.move[data-name="A"]')?.dataset.value === '-1');
  assert.deepEqual(await valuesOf(page), { B: 1, C: 0, A: -1 });
  await page.done();
});

test('values of one position are never shown at another, not even for a moment', async () => {
  const page = await openPage(server, hashOf('board', { game: 'connect4:5x4', position: '3344' }));
  await valuesOf(page);
  await page.evaluate(() => {
    window.wrong = [];
    const position = () => document.querySelector('code.position').textContent;
    const first = position();
    let known = false; // the values of the position after the move have come
    new MutationObserver(() => {
      if (position() === first) return;
      const texts = [...document.querySelectorAll('.board .value text')].map((text) => text.textContent);
      known ||= document.querySelector('.progress') !== null || texts.every((text) => text === '?');
      if (!known && texts.some((text) => text !== '?')) window.wrong.push(texts.join(' '));
    }).observe(document.getElementById('main'), { subtree: true, childList: true, characterData: true });
  });
  await page.locator('.board .place').first().dispatchEvent('click');
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '1');
  await valuesOf(page);
  assert.deepEqual(await page.evaluate(() => window.wrong), []);
  await page.done();
});
