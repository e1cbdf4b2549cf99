// axe finds nothing serious in any view.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { Server, closeBrowser, hashOf, openPage } from './harness.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let server;
before(async () => (server = await Server.start()));
after(async () => {
  await closeBrowser();
  await server.end();
});

const views = {
  board: hashOf('board', { game: 'connect4:5x4', moves: '3,3,2,4' }),
  over: hashOf('board', { game: 'mnk:3,3,3', moves: 'a1,a2,b1,b2,c1' }),
  gomoku: hashOf('board', { game: 'gomoku', moves: 'h8,a1,i8,b1,j8,c1' }),
  awari: hashOf('board', { game: 'awari', position: '0 0 1 0 1 0|0 1 0 1 0 1 S22 N21 S' }),
  'best first': hashOf('search', { game: 'mnk:3,3,3', algorithm: 'pns', second: 'mopns' }),
  'depth first': hashOf('search', { game: 'tree:@minimax', algorithm: 'alphabeta', second: 'scout' }),
  lecture: hashOf('search', { game: 'tree:@dilemma' }),
  proof: '#/proof',
  about: '#/guide',
  games: hashOf('guide', { page: 'games', at: 'othello' }),
  algorithms: hashOf('guide', { page: 'algorithms' }),
  glossary: hashOf('guide', { page: 'glossary' }),
};

for (const colorScheme of ['light', 'dark'])
  test(`axe finds no serious fault, ${colorScheme}`, async () => {
    const found = [];
    for (const [view, hash] of Object.entries(views)) {
      // The policy of the page lets no other script in; the browser is asked to, for this test.
      const page = await openPage(server, hash, { colorScheme, bypassCSP: true });
      if (hash.includes('search')) {
        await page.locator('.dnode').first().waitFor();
        if (view !== 'lecture') await page.getByRole('button', { name: '10', exact: true }).click();
      } else if (view === 'board') {
        await page.locator('.how').waitFor();
        await page.getByText('Rules and examples').click();
      }
      await page.waitForTimeout(400);
      for (const tree of await page.getByRole('tree').all()) await tree.getByRole('treeitem').first().waitFor();
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      for (const { id, impact, nodes } of violations)
        if (impact === 'serious' || impact === 'critical') found.push(`${view}: ${id} at ${nodes.slice(0, 3).map(({ target }) => target).join(', ')}`);
      await page.done();
    }
    assert.deepEqual(found, []);
  });
