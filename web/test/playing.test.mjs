// A board to play on: games that are pasted, judged, walked through and played against the solver.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, closeBrowser, hashOf, openPage, positionOf, valuesOf } from './harness.mjs';

let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.end();
});

const ply = (page, n) => page.waitForFunction((n) => document.querySelector('.board')?.dataset.ply === String(n), n);
async function paste(page, text) {
  await page.locator('.paste summary').click();
  await page.locator('.paste input').fill(text);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
}

test('it opens on Connect Four 7x6, the players named by their colours', async () => {
  const page = await openPage(server, '');
  await page.locator('.board svg').waitFor();
  assert.equal((await positionOf(page)).split('/').length, 6);
  assert.match(await page.locator('.turn').textContent(), /Red to move/);
  await page.done();
});

test('a pasted game keeps its history, and every move is judged', async () => {
  const page = await openPage(server, hashOf('board', { game: 'connect4:5x4' }));
  await page.locator('.board svg').waitFor();
  await paste(page, '1. 3 3 2. 2 4');
  await ply(page, 4);
  assert.equal(await page.locator('.record li').count(), 4);
  await page.getByRole('button', { name: 'Judge every move' }).click();
  await page.getByRole('button', { name: 'Judge the moves again' }).waitFor();
  // The third move gives up the draw: so says the server of the positions before and after it.
  const bad = page.locator('.notes li');
  await bad.first().waitFor();
  assert.match(await bad.first().textContent(), /^3\. Red 2\? gave up the draw/);
  assert.match(await page.locator('.record li').nth(2).textContent(), /^2\?$/);
  await bad.first().getByRole('button').click(); // to the position before it
  await ply(page, 2);
  const values = await valuesOf(page);
  assert.ok(values['2'] < 0 && Math.max(...Object.values(values)) === 0, JSON.stringify(values));
  await page.done();
});

test('games of all kinds are read as moves', async () => {
  for (const [game, text, count] of [['mnk:3,3,3', 'b2a1c3', 3], ['othello:6', 'd2 c2 b2', null], ['kalah:4,3', 'B, C', 2], ['qubic', 'a11b22d44', 3], ['gomoku', 'h8a1i8', 3]]) {
    const page = await openPage(server, hashOf('board', { game }));
    await page.locator('.board svg').waitFor();
    await page.getByLabel('Value every move').uncheck();
    await paste(page, text);
    if (count === null) await page.waitForFunction(() => document.querySelectorAll('.record li').length > 0 || document.querySelector('.paste .error'));
    else await ply(page, count);
    await page.done();
  }
});

test('the arrow keys go through the game', async () => {
  const page = await openPage(server, hashOf('board', { game: 'connect4:5x4', moves: '3,3,2' }));
  await ply(page, 3);
  await page.keyboard.press('ArrowLeft');
  await ply(page, 2);
  await page.keyboard.press('Home');
  await ply(page, 0);
  await page.keyboard.press('ArrowRight');
  await ply(page, 1);
  await page.keyboard.press('End');
  await ply(page, 3);
  await page.locator('[data-move="1"]').click(); // and still after a click on the board
  await ply(page, 4);
  await page.keyboard.press('ArrowLeft');
  await ply(page, 3);
  await page.done();
});

test('the line of best play is shown, and can be played', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3', moves: 'a1,b1' }));
  const line = page.getByRole('list', { name: 'Line of best play' });
  await line.waitFor();
  const moves = await line.getByRole('button').allTextContents();
  assert.ok(moves.length >= 3);
  await page.getByRole('button', { name: 'Walk through it' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.record li').length === n, 2 + moves.length);
  await ply(page, 2);
  await page.keyboard.press('End');
  await ply(page, 2 + moves.length);
  await page.getByText('X has won.').waitFor(); // a1, b1 is lost for O
  assert.equal(await page.locator('.winning').count(), 3);
  assert.equal(await page.locator('[role=alert]').count(), 0, 'a game that is over is no error');
  await page.done();
});

test('winning rows are marked on every board, and captured pits', async () => {
  for (const [game, moves, cells] of [['connect4:7x6', '1,2,1,2,1,2,1', 4], ['qubic', 'a11,b11,a12,b12,a13,b13,a14', 4], ['gomoku', 'a1,a2,b1,b2,c1,c2,d1,d2,e1', 5]]) {
    const page = await openPage(server, hashOf('board', { game, moves }));
    await page.locator('.winning').first().waitFor();
    assert.equal(await page.locator('.winning').count(), cells, game);
    await page.done();
  }
  const awari = await openPage(server, hashOf('board', { game: 'awari', position: '0 0 0 0 0 2|1 1 0 0 0 5 S20 N19 S' }));
  await awari.getByLabel('Value every move').uncheck();
  await awari.locator('.board [data-move]').first().click();
  await ply(awari, 1);
  assert.ok((await awari.locator('.pit.captured').count()) >= 1);
  await awari.done();
});

test('the solver plays, perfectly, and waits while somebody looks back', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3' }));
  await page.locator('.board svg').waitFor();
  await page.getByLabel('Solvent plays').selectOption('min');
  assert.equal(await page.getByLabel('Value every move').isChecked(), false, 'values would tell');
  // A win for X takes two mistakes of O: O makes none, whatever X does.
  for (let move = 0; move < 5; ++move) {
    const before = Number(await page.locator('.board').getAttribute('data-ply'));
    if (await page.getByText('The game is over.').first().isVisible()) break;
    await page.locator('.board [data-move]').nth(0).click();
    await page.waitForFunction((n) => Number(document.querySelector('.board').dataset.ply) >= n + 2 || document.body.textContent.includes('The game is over'), before);
  }
  assert.equal(await page.getByText('X has won.').count(), 0);
  await page.done();
});

test('lists that scroll say how much is out of sight', async () => {
  const page = await openPage(server, hashOf('board', { game: 'gomoku', moves: 'h8,a1' }));
  await page.locator('.scroller.moves li').nth(100).waitFor({ state: 'attached' });
  const hint = page.locator('.side .morehint');
  assert.match(await hint.textContent(), /\d+ more below/);
  await page.locator('.scroller.moves').evaluate((list) => (list.scrollTop = list.scrollHeight));
  await page.waitForFunction(() => /the end of the list/.test(document.querySelector('.side .morehint').textContent));
  await page.done();
});
