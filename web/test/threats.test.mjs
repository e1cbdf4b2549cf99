// Wins by threats, as numbered stones on the board, and what the server and `show` say of them.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Server, ask, closeBrowser, hashOf, openPage, screenshots } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start();
  await mkdir(screenshots, { recursive: true });
});
after(async () => {
  await closeBrowser();
  await server.end();
});

const threatsOf = (game, position) =>
  fetch(`${server.url}api/threats?${new URLSearchParams({ game, position })}`);

// The numbers on the board: move to number, in the order of the numbers.
async function numbersOn(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('.board [data-move]')]
      .filter((place) => place.querySelector('.numbered'))
      .map((place) => [Number(place.querySelector('.numbered text').textContent), place.dataset.move])
      .sort((a, b) => a[0] - b[0])
      .map(([, move]) => move),
  );
}

for (const [game, position] of [
  ['gomoku', 'h8a1i9b1j10c2'],
  ['mnk:7,7,4', 'd4'],
  ['mnk:6,6,4', 'c3a1d3b1'],
  ['qubic', 'a11c22d11c33b31b23b41c14'],
]) {
  test(`${game} ${position}: the page shows what the server found`, async () => {
    const reply = await threatsOf(game, position);
    assert.equal(reply.status, 200);
    const found = await reply.json();
    assert.deepEqual(found, await ask('show', game, position, '--threats'));
    const page = await openPage(server, hashOf('board', { game, position }));
    await page.locator('.turn').waitFor();
    const of = found.mover ? 'mover' : 'other';
    assert.ok(found[of], 'nothing was found');
    await page.locator('.numbered').first().waitFor();
    assert.deepEqual(await numbersOn(page), found[of].moves);
    await page.screenshot({ path: join(screenshots, `threats-${game.replace(/[:,]/g, '-')}.png`) });
    const text = await page.locator('.threats').textContent();
    assert.ok(text.includes(found[of].moves.join(' ')), text);
    await page.locator('.threats button[aria-pressed="true"]').click();
    await page.waitForFunction(() => document.querySelector('.numbered') === null);
    await page.done();
  });
}

// The attacker's moves and the replies, played one after the other, end in a win of the side to move.
test('the sequence of the side to move wins', async () => {
  for (const [game, position] of [
    ['gomoku', 'h8a1i9b1j10c2'],
    ['mnk:6,6,4', 'c3a1'],
    ['mnk:7,7,4', 'd4a1'],
  ]) {
    const found = await (await threatsOf(game, position)).json();
    assert.ok(found.mover, `${game} ${position}`);
    const end = await ask('show', game, `${position}${found.mover.moves.join('')}`);
    assert.equal(end.ended, true);
    assert.equal(end.lower, -1); // whoever is to move has lost
  }
});

test('a sequence goes with the position it belongs to', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:6,6,4', moves: 'c3,a1' }));
  await page.locator('.numbered').first().waitFor();
  const [first] = await numbersOn(page);
  await page.locator(`.board [data-move="${first}"]`).dispatchEvent('click');
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '3');
  await page.locator('.threats').waitFor();
  assert.match(await page.locator('.threats').textContent(), /If O passed, X would win/);
  await page.done();
});

test('other games have none', async () => {
  assert.equal((await threatsOf('connect4', '')).status, 400);
  assert.equal((await threatsOf('mnk:3,3,3', 'z9')).status, 400);
});
