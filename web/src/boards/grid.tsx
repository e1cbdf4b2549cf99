// (m,n,k) and gomoku: rows from the top, separated by '/'; and Qubic: four such boards, separated by '|'.
import type { BoardKind } from './board';
import { columnLetters, parametersOf, winningCells } from './board';

const kEdge = 26;

function marks(cell: string, x: number, y: number, size: number, fresh: boolean) {
  const reach = size * 0.27;
  return (
    <g class={fresh ? 'fresh' : undefined}>
      {cell === 'X' ? (
        <path class="cross" d={`M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x + reach} ${y - reach}L${x - reach} ${y + reach}`} stroke-width={size * 0.1} />
      ) : (
        <circle class="ring" cx={x} cy={y} r={reach * 1.1} stroke-width={size * 0.1} />
      )}
      {fresh && <rect class="lastcell" x={x - size / 2 + 2} y={y - size / 2 + 2} width={size - 4} height={size - 4} rx="4" />}
    </g>
  );
}

function lattice(rows: string[], left: number, top: number, size: number, suffix: string, last?: string) {
  return rows.map((row, r) =>
    [...row].map((cell, c) => {
      const x = left + c * size;
      const y = top + r * size;
      const name = columnLetters[c] + (rows.length - r) + suffix;
      return (
        <g key={name}>
          <rect class="cell" x={x} y={y} width={size} height={size} />
          {cell !== '.' && marks(cell, x + size / 2, y + size / 2, size, name === last)}
        </g>
      );
    }),
  );
}

function readRows(text: string): string[] | null {
  const rows = text.trim().split('/');
  return rows.every((row) => row.length === rows[0].length && /^[XO.]+$/.test(row)) ? rows : null;
}

export const mnk: BoardKind = {
  draw(game, position, last) {
    const rows = readRows(position);
    if (!rows) return null;
    const columns = rows[0].length;
    const needed = game.startsWith('gomoku') ? 5 : Number((parametersOf(game) || '3,3,3').split(',')[2]);
    const size = Math.max(columns, rows.length) <= 6 ? 72 : 40;
    const x = (c: number) => kEdge + c * size + size / 2;
    const y = (row: number) => 2 + (rows.length - row) * size + size / 2;
    return {
      width: kEdge + columns * size + 2,
      height: rows.length * size + kEdge,
      roomy: size > 50,
      art: (
        <g>
          {lattice(rows, kEdge, 2, size, '', last)}
          {winningCells(rows, needed).map(([r, c]) => (
            <rect key={`w${r},${c}`} class="winning" x={x(c) - size / 2 + 3} y={y(rows.length - r) - size / 2 + 3} width={size - 6} height={size - 6} rx="6" />
          ))}
          {rows.map((_, r) => (
            <text key={`r${r}`} class="coordinate" x="12" y={y(rows.length - r) + 5}>{rows.length - r}</text>
          ))}
          {[...rows[0]].map((_, c) => (
            <text key={`c${c}`} class="coordinate" x={x(c)} y={rows.length * size + 20}>{columnLetters[c]}</text>
          ))}
        </g>
      ),
      place(move) {
        const column = columnLetters.indexOf(move[0]);
        const row = Number(move.slice(1));
        if (!(column >= 0 && column < columns && row >= 1 && row <= rows.length)) return null;
        return { x: x(column), y: y(row), width: size - 4, height: size - 4 };
      },
    };
  },
};

// Four like stones in a line of the cube: [level, row, column] of each.
function cubeLine(levels: string[][]): [number, number, number][] {
  const steps = [-1, 0, 1];
  for (const dz of steps)
    for (const dy of steps)
      for (const dx of steps) {
        if (dz === 0 && dy === 0 && dx === 0) continue;
        const from = (step: number) => (step === 0 ? [0, 1, 2, 3] : step > 0 ? [0] : [3]);
        for (const z of from(dz))
          for (const y of from(dy))
            for (const x of from(dx)) {
              const cells = [0, 1, 2, 3].map((k): [number, number, number] => [z + k * dz, y + k * dy, x + k * dx]);
              const stones = cells.map(([l, r, c]) => levels[l][r][c]).join('');
              if (stones === 'XXXX' || stones === 'OOOO') return cells;
            }
      }
  return [];
}

const kCube = 44;
const kGap = 40;

export const qubic: BoardKind = {
  draw(_game, position, last) {
    const levels = position.trim().split('|').map(readRows);
    if (levels.length !== 4 || !levels.every((rows) => rows?.length === 4)) return null;
    const won = cubeLine(levels as string[][]);
    const left = (level: number) => kEdge + (level % 2) * (4 * kCube + kGap);
    const top = (level: number) => 26 + Math.floor(level / 2) * (4 * kCube + kGap + 10);
    return {
      width: kEdge + 8 * kCube + kGap + 4,
      height: 26 + 8 * kCube + kGap + 10 + 22,
      roomy: false,
      art: (
        <g>
          {levels.map((rows, level) => (
            <g key={level}>
              <text class="layer" x={left(level)} y={top(level) - 9}>level {level + 1}</text>
              {lattice(rows!, left(level), top(level), kCube, String(level + 1), last)}
              {won.filter(([l]) => l === level).map(([, r, c]) => (
                <rect key={`w${r},${c}`} class="winning" x={left(level) + c * kCube + 2} y={top(level) + r * kCube + 2} width={kCube - 4} height={kCube - 4} rx="5" />
              ))}
              {[0, 1, 2, 3].map((k) => (
                <g key={k} class="coordinate">
                  <text x={left(level) + k * kCube + kCube / 2} y={top(level) + 4 * kCube + 16}>{columnLetters[k]}</text>
                  <text x={left(level) - 11} y={top(level) + (3 - k) * kCube + kCube / 2 + 5}>{k + 1}</text>
                </g>
              ))}
            </g>
          ))}
        </g>
      ),
      place(move) {
        const column = columnLetters.indexOf(move[0]);
        const row = Number(move[1]);
        const level = Number(move[2]) - 1;
        if (!(column >= 0 && column < 4 && row >= 1 && row <= 4 && level >= 0 && level < 4)) return null;
        return {
          x: left(level) + column * kCube + kCube / 2,
          y: top(level) + (4 - row) * kCube + kCube / 2,
          width: kCube - 4,
          height: kCube - 4,
          name: `${move[0]}${row} on level ${level + 1}`,
        };
      },
    };
  },
};
