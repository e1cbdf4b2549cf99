// The words for values, bounds and grounds, without a browser: whatever bounds there can be.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src', 'words.ts');
const { outputFiles } = await build({
  entryPoints: [source], bundle: true, write: false, format: 'esm', jsx: 'automatic', jsxImportSource: 'preact',
});
const words = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

const settings = [
  { game: 'mnk:3,3,3', position: '', outcomes: 'wld', values: [-1, 0, 1] },
  { game: 'connect4:4x4', position: '..../..../..../....', outcomes: 'score', values: [-8, -3, -2, -1, 0, 1, 2, 3, 8] },
  { game: 'connect4:4x4', position: '', outcomes: 'score', values: [-3, -2, -1, 0, 1, 2, 3] },
  { game: 'awari', position: '', outcomes: 'score', values: [-4, -2, 0, 2, 4] },
  { game: 'tree:@minimax', position: '', outcomes: 'score', values: [-2, 1, 3, 5, 9] },
];

// Every pair of bounds on a scale.
function* pairs({ values }) {
  for (const [k, lower] of values.entries()) for (const upper of values.slice(k)) yield { lower, upper };
}

test('a value is said exactly where the bounds meet', () => {
  for (const setting of settings)
    for (const known of pairs(setting)) {
      const { lower, upper } = known;
      const exact = lower === upper;
      const where = `${setting.game} ${lower}..${upper}`;
      assert.equal(words.isExact(known), exact, where);
      assert.equal(words.symbols(known, setting).startsWith('='), exact, where);
      // A bare number, a bare word or a number of moves is a value.
      assert.equal(/^([+\u2212]?\d+|win|draw|loss|(win|loss) in \d+)$/.test(words.brief(known, setting).join(' ')), exact, where);
      assert.equal(/^(gets \S+|draws|(wins|loses)( in \d+ moves?| by \d+ \w+|, \S+)?)$/.test(words.sentence(known, setting)), exact, where);
      assert.equal(words.sign(known, setting) === '=', exact && lower === 0, where);
      for (const solved of [false, true])
        for (const asked of setting.values.slice(1)) {
          const { kind, signs } = words.standing({ ...known, solved }, asked, setting, 'any');
          assert.equal(kind === 'value', exact, where);
          assert.equal(signs.includes('✓'), exact, where);
          assert.equal(kind === 'settled', !exact && solved && (lower >= asked || upper < asked), `${where}, asked ${asked}`);
        }
    }
});

test('bounds are written as the bounds they are', () => {
  const setting = settings[4];
  const signs = (lower, upper) => words.symbols({ lower, upper }, setting);
  assert.deepEqual([signs(3, 3), signs(3, 9), signs(-2, 3), signs(1, 5), signs(-2, 9)], ['= +3', '≥ +3', '≤ +3', '+1..+5', '?']);
  const standing = (lower, upper, asked) => words.standing({ lower, upper, solved: true }, asked, setting, 'any');
  assert.deepEqual(standing(-2, 3, 5), { kind: 'settled', signs: '≤ +3', words: 'settled for this question, at least +5: no; its value is open' });
  assert.match(standing(5, 9, 5).words, /at least \+5: yes/);
  assert.equal(words.describeSearch({ status: 'solved', lower: 5, upper: 9 }), 'settled for this question');
  assert.equal(words.describeSearch({ status: 'solved', lower: 5, upper: 5 }), 'solved');
});

test('what a line is worth that comes back to a position is not called the value of the position', () => {
  const setting = settings[0];
  const standing = (line, lower = 0, upper = 0) => words.standing({ lower, upper, solved: true }, 1, setting, line);
  assert.deepEqual([standing('repeats').kind, standing('repeats').signs], ['line', '↺ = 0']);
  assert.match(standing('may repeat').words, /^exact after these moves/);
  assert.equal(standing('any').words, 'exact');
  assert.equal(standing('repeats', -1, 0).kind, 'settled');
});

test('a probability is never rounded to certainty', () => {
  for (const share of [1, 1 - 1e-12, 0.9996, 0.9999]) assert.equal(words.chance(share, false), '> 0.999');
  for (const share of [0, 1e-12, 0.0004]) assert.equal(words.chance(share, false), '< 0.001');
  assert.deepEqual([words.chance(0.25, false), words.chance(1, true), words.chance(0, true)], ['0.250', '1', '0']);
});

test('an answer is called proved only if rules and search are all it rests on', () => {
  assert.equal(words.rank(undefined), 'exact');
  assert.equal(words.rank([]), 'exact');
  for (const rests of [['rules'], ['search'], ['rules', 'search']]) assert.equal(words.rank(rests), 'proved');
  assert.equal(words.rank(['rules', 'search', 'database']), 'exact, given the endgame database');
  assert.equal(words.rank(['store', 'database']), 'exact, given the store and the endgame database');
  assert.equal(words.rank(['search', 'oracle']), 'exact, given oracle');
});

test('lines were followed to their end only if a search did it, and nothing is claimed where nothing is said', () => {
  for (const whole of [false, true]) {
    assert.equal(words.grounds(undefined, whole), '');
    assert.equal(words.grounds([], whole), '');
    for (const rests of [['rules'], ['database'], ['store'], ['rules', 'database', 'store']]) {
      assert.match(words.grounds(rests, whole), /without any search$/);
      assert.doesNotMatch(words.grounds(rests, whole), /every line/);
    }
    assert.equal(/every line/.test(words.grounds(['rules', 'search'], whole)), whole);
  }
  assert.match(words.grounds(['database'], true), /the endgame database says/);
  assert.match(words.grounds(['search', 'database', 'store'], true), /to its end, a position of the endgame database or a position of the store/);
});
