// A server that goes away under the page, and comes back without what it knew.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, closeBrowser, hashOf, openPage, positionOf, valuesOf } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(async () => {
  await closeBrowser();
  await server.end();
});

test('the board says that the server is gone, and goes on when it is back', async () => {
  const page = await openPage(server, hashOf('board', { game: 'othello:8' }));
  await page.locator('.progress', { hasText: 'nodes' }).waitFor();
  await server.end('SIGKILL');
  const banner = page.locator('.banner.bad');
  await banner.waitFor({ timeout: 5000 });
  // A move made meanwhile is carried out later.
  await page.locator('.board .place').first().dispatchEvent('click');
  await server.begin();
  await banner.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelector('.board').dataset.ply === '1');
  assert.match(await positionOf(page), / O$/);
  await page.locator('.progress', { hasText: 'nodes' }).waitFor();
  await page.done();
});

test('a question that the server has forgotten is asked again', async () => {
  const page = await openPage(server, hashOf('board', { game: 'othello:8' }));
  await page.locator('.progress', { hasText: 'nodes' }).waitFor();
  await server.end('SIGKILL');
  await server.begin();
  await page.getByText('the question was asked again').waitFor();
  await page.locator('.progress', { hasText: 'nodes' }).waitFor();
  await page.goto(server.url + hashOf('board', { game: 'mnk:3,3,3', position: 'b2a1' }));
  assert.equal(Object.keys(await valuesOf(page)).length, 7);
  await page.done();
});

test('a search that the server has forgotten is repeated up to where it was', async () => {
  const page = await openPage(server, hashOf('search', { game: 'connect4:5x4', algorithm: 'mopns' }));
  await page.getByRole('button', { name: '100', exact: true }).click();
  const panel = page.locator('.panel');
  await page.waitForFunction(() => document.querySelector('.panel').dataset.rounds === '100');
  const before = await panel.locator('.facts').textContent();
  await server.end('SIGKILL');
  await server.begin();
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.getByText('repeated up to round 100', { exact: false }).waitFor();
  assert.match(await panel.locator('.facts').textContent(), /round 10[01]/);
  assert.ok(before.includes('round 100'));
  await page.done();
});

test('a proof made from the board is made again after a restart', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3', position: 'b2a1' }));
  await page.getByRole('button', { name: 'Show the proof' }).click();
  await page.getByText('Verified').waitFor();
  await server.end('SIGKILL');
  await server.begin();
  await page.reload();
  await page.getByText('Verified').waitFor();
  await page.done();
});
