// What an answer and a proof rest on is said as the server says it, and nothing more is claimed.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Server, closeBrowser, hashOf, openPage, solvent, valuesOf } from './harness.mjs';

let server, equipped, folder;
const ending = { game: 'awari', position: '0 0 1 0 1 0|0 0 0 1 0 1 S22 N22 S' }; // four stones
const midgame = { game: 'awari', position: '0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S' };
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvent-grounds-'));
  await solvent('table', 'build', 'awari', '--dir', join(folder, 'awari'), '--stones', '4');
  server = await Server.start();
  equipped = await Server.start('--endgame', join(folder, 'awari'), '--store', join(folder, 'store'));
});
after(async () => {
  await closeBrowser();
  await server?.end();
  await equipped?.end();
  await rm(folder, { recursive: true });
});

// Opens a position and lets `change` have the server's answer before the page.
async function openHearing(at, question, change) {
  const page = await openPage(at, '#/proof');
  await page.route('**/api/jobs/*/events', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(event: answer\ndata: )(.*)/, (_, head, data) => head + JSON.stringify(change(JSON.parse(data))));
    await route.fulfill({ response, body });
  });
  await page.evaluate((hash) => (location.hash = hash), hashOf('board', question));
  return page;
}

async function shownGrounds(page) {
  await valuesOf(page);
  const part = async (place) => ((await page.locator(place).count()) > 0 ? page.locator(place).textContent() : '');
  return { chip: await part('.verdict .proved'), grounds: await part('.how .grounds'), all: await page.locator('.how').textContent() };
}

for (const [rests, chip, grounds] of [
  [undefined, /^exact$/, /^$/],
  [['rules'], /^proved$/, /rules of the game alone/],
  [['rules', 'search'], /^proved$/, /every line was followed to its end, or cut off/],
  [['database'], /given the endgame database$/, /the endgame database says, without any search/],
  [['rules', 'search', 'database'], /given the endgame database$/, /to its end or a position of the endgame database/],
  [['store'], /given the store$/, /the store says, without any search/],
])
  test(`an answer that rests on ${rests?.join(', ') ?? 'nobody knows what'} says so`, async () => {
    const pretend = ({ rests_on: _said, ...answer }) => (rests ? { ...answer, rests_on: rests } : answer);
    const page = await openHearing(server, { game: 'mnk:3,3,3', position: 'b2a1' }, pretend);
    const shown = await shownGrounds(page);
    assert.match(shown.chip, chip);
    assert.match(shown.grounds, grounds);
    const searched = rests?.includes('search') ?? false;
    assert.equal(shown.all.includes('every line'), searched);
    if (rests && !searched) assert.match(shown.all, /Searchnone was needed/);
    await page.done();
  });

for (const [name, question] of Object.entries({ ending, midgame }))
  test(`with a database and a store, ${name}: as much is said as the server does`, async () => {
    let answer;
    const page = await openHearing(equipped, question, (said) => (answer = said));
    const shown = await shownGrounds(page);
    const { rests_on: rests, created } = answer;
    assert.equal(shown.all.includes('every line'), rests?.includes('search') ?? false);
    assert.equal(/endgame database/.test(shown.grounds), rests?.includes('database') ?? false);
    assert.equal(shown.chip === 'proved', rests !== undefined && rests.every((one) => one === 'rules' || one === 'search'));
    if (created === 0) assert.doesNotMatch(shown.all, /every line/);
    await page.done();
  });

async function openProof(page, verdict) {
  if (verdict)
    await page.route(/\/api\/proofs(\/[^/]*)?$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...verdict } });
    });
  const file = join(folder, 'win.proof');
  await solvent('solve', 'connect4:4x4', '1', '--proof', file, '--quiet');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.stamp').waitFor();
  return page.locator('.verdictcard').textContent();
}

const slice = 'slice 48 of an endgame database, checksum 0000000000000000';

for (const width of [1280, 320])
  test(`a relative proof is its own verdict, at ${width} pixels`, async () => {
    const page = await openPage(server, '#/proof', { viewport: { width, height: 800 } });
    const words = await openProof(page, { verdict: 'relative', rests_on: [slice, 'an oracle'] });
    assert.match(words, /Verified, relying on:/);
    assert.match(words, /slice 48 .*an oracle/);
    assert.doesNotMatch(words, /rules alone|✓/);
    const colour = (place) => page.locator(place).evaluate((element) => getComputedStyle(element).color);
    assert.notEqual(await colour('.stamp'), await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.className = 'stamp win';
      return getComputedStyle(probe).color;
    }));
    await page.getByText('Provided that what the proof takes as given is right').waitFor(); // and it can be walked through
    assert.ok((await page.locator('.side .move').count()) > 0);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await page.done();
  });

test('by rules alone is said of what is verified, and of nothing else', async () => {
  for (const [verdict, stamp, rules] of [
    [undefined, '✓ Verified', true],
    [{ verdict: 'relative' }, '◐ Verified, relying on:', false],
    [{ verdict: 'refused', reason: 'a claim is wrong' }, '✗ Refused', false],
    [{ verdict: 'too-large', reason: 'it is too large' }, '? Not checked', false],
    [{ verdict: 'stopped', reason: 'it was stopped' }, '? Not checked', false],
  ]) {
    const page = await openPage(server, '#/proof');
    const words = await openProof(page, verdict);
    assert.equal(await page.locator('.stamp').textContent(), stamp);
    assert.equal(words.includes('rules alone'), rules, stamp);
    // What is not proved is only claimed.
    assert.equal(words.includes('It claims: '), verdict?.reason !== undefined, stamp);
    if (verdict?.reason) assert.equal(await page.locator('.side').count(), 0);
    await page.done();
  }
});

test('a proof that a database settles is called what the server calls it', async () => {
  const page = await openPage(equipped, hashOf('board', midgame));
  const made = page.waitForResponse(/api\/proofs\/make$/);
  await page.getByRole('button', { name: 'Show the proof' }).click();
  const { verdict, rests_on: rests = [] } = await (await made).json();
  await page.locator('.stamp').waitFor();
  const words = await page.locator('.verdictcard').textContent();
  assert.equal(words.includes('✓ Verified'), verdict === 'verified');
  assert.equal(words.includes('Verified, relying on:'), verdict === 'relative');
  for (const one of rests) assert.ok(words.includes(one), one);
  await page.done();
});
