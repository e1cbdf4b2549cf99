// Othello: the squares from a1 row by row as X, O or -, then the side to move. a1 is the top left.
import type { BoardKind } from './board';
import { columnLetters, parametersOf } from './board';

const kCell = 56;
const kEdge = 24;

export const othello: BoardKind = {
  draw(game, position, last) {
    const cells = position.trim().split(/\s+/)[0];
    const [columns, rows = columns] = (parametersOf(game) || '8').split('x').map(Number);
    if (cells.length !== columns * rows || !/^[XO-]+$/.test(cells)) return null;
    const middle = (k: number) => kEdge + k * kCell + kCell / 2;
    const squares = [...cells].map((cell, k) => ({ cell, c: k % columns, r: Math.floor(k / columns) }));
    return {
      width: kEdge + columns * kCell + 4,
      height: kEdge + rows * kCell + 4,
      roomy: true,
      art: (
        <g>
          <rect class="felt" x={kEdge - 2} y={kEdge - 2} width={columns * kCell + 4} height={rows * kCell + 4} rx="6" />
          {squares.map(({ c, r }) => (
            <rect key={`q${r},${c}`} class="square" x={kEdge + c * kCell} y={kEdge + r * kCell} width={kCell} height={kCell} />
          ))}
          {squares
            .filter(({ cell }) => cell !== '-')
            .map(({ cell, c, r }) => (
              <circle key={`d${r},${c}`} class={cell === 'X' ? 'stone black' : 'stone white'} cx={middle(c)} cy={middle(r)} r="22" />
            ))}
          {squares
            .filter(({ c, r }) => last === columnLetters[c] + (r + 1))
            .map(({ c, r }) => (
              <circle key="last" class="lastdot" cx={middle(c)} cy={middle(r)} r="5" />
            ))}
          {Array.from({ length: columns }, (_, k) => (
            <text key={`c${k}`} class="coordinate" x={middle(k)} y="15">{columnLetters[k]}</text>
          ))}
          {Array.from({ length: rows }, (_, k) => (
            <text key={`n${k}`} class="coordinate" x="10" y={middle(k) + 5}>{k + 1}</text>
          ))}
        </g>
      ),
      place(move) {
        const column = columnLetters.indexOf(move[0].toLowerCase());
        const row = Number(move.slice(1)) - 1;
        if (!(column >= 0 && column < columns && row >= 0 && row < rows)) return null;
        return { x: middle(column), y: middle(row), width: kCell - 4, height: kCell - 4 };
      },
    };
  },
};
