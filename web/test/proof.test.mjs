import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Server, closeBrowser, hashOf, openPage, solvent } from './harness.mjs';

let server, folder;
before(async () => {
  server = await Server.start();
  folder = await mkdtemp(join(tmpdir(), 'solvent-proofs-'));
});
after(async () => {
  await closeBrowser();
  await server.end();
  await rm(folder, { recursive: true });
});

async function certificate(name, ...words) {
  const file = join(folder, name);
  await solvent('solve', ...words, '--proof', file, '--leaf', '0', '--quiet');
  return file;
}

// Follows the proof's own moves and the last reply every time, to the end.
async function walk(page) {
  let steps = 0;
  for (; steps < 60; ++steps) {
    await page.waitForFunction((n) => document.querySelectorAll('.crumbs li').length === n + 1, steps);
    await page.waitForFunction((n) => document.querySelector('.stage .board')?.dataset.ply === String(n), steps);
    const moves = page.locator('.side .move');
    if ((await moves.count()) === 0) break;
    await moves.last().click();
  }
  assert.match(await page.locator('.side').textContent(), /[Ss]ettled/);
  return steps;
}

for (const [name, ...words] of [
  ['c4.proof', 'connect4:5x4', '33'],
  ['c4.json', 'connect4:4x4'],
  ['wood.proof', 'woodpush:6,2'],
  ['kalah.proof', 'kalah:3,2'],
])
  test(`${words.join(' ')} as ${name}: verified, and walked to an end`, async () => {
    const page = await openPage(server, '#/proof');
    await page.locator('input[type=file]').setInputFiles(await certificate(name, ...words));
    await page.getByText('✓ Verified').waitFor();
    assert.match(await page.locator('.verdictcard').textContent(), /[\d,]+ claims in \d+ layers/);
    assert.match(await page.locator('.side h2').textContent(), / gets at (least|most) /);
    assert.ok((await walk(page)) > 0);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.crumbs li').length === 1);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.crumbs li').length > 1);
    await page.done();
  });

test('a proof that was tampered with is refused', async () => {
  const file = await certificate('honest.json', 'connect4:4x4', '1');
  const proof = JSON.parse(await readFile(file, 'utf8'));
  const claim = proof.claims.find((one) => one.move !== undefined);
  claim.move = claim.move === '1' ? '2' : '1';
  proof['at-least'] = proof['at-most'] = 1;
  const forged = join(folder, 'forged.json');
  await writeFile(forged, JSON.stringify(proof));
  const page = await openPage(server, '#/proof');
  await page.locator('input[type=file]').setInputFiles(forged);
  await page.getByText(/✗ Refused|not a certificate/).waitFor();
  assert.equal(await page.getByText('✓ Verified').count(), 0);
  await page.done();
});

test('what is not a certificate is called so, and dropping a file is the same as opening it', async () => {
  const page = await openPage(server, '#/proof');
  const drop = (name, text) =>
    page.evaluate(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  await page.locator('input[type=file]').waitFor();
  await drop('note.txt', 'this is no proof');
  await page.getByText('not a certificate', { exact: false }).waitFor();
  await drop('c4.json', await readFile(await certificate('dropped.json', 'connect4:4x4'), 'utf8'));
  await page.getByText('✓ Verified').waitFor();
  await page.done();
});

test('the board shows the proof of what it solved', async () => {
  const page = await openPage(server, hashOf('board', { game: 'mnk:3,3,3', position: 'a1b2c3' }));
  await page.getByRole('button', { name: 'Show the proof' }).click();
  await page.getByText('✓ Verified').waitFor();
  await walk(page);
  await page.done();
});
