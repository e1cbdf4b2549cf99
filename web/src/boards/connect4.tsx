// Connect Four: rows from the top, separated by '/'. A move is a column, counted 1..9, a, b, ...
import type { BoardKind } from './board';
import { winningCells } from './board';

const kCell = 60;
const kHead = 46; // above the columns, where the values stand

function columnOf(move: string): number {
  return move.length > 1 ? Number(move) - 1 : parseInt(move, 36) - 1;
}

export const connect4: BoardKind = {
  draw(_game, position, last) {
    const rows = position.trim().split('/');
    const columns = rows[0].length;
    if (!rows.every((row) => row.length === columns && /^[XO.]+$/.test(row))) return null;
    const dropped = last ? columnOf(last) : -1;
    const top = rows.findIndex((row) => row[dropped] && row[dropped] !== '.');
    const middle = (k: number) => k * kCell + kCell / 2 + 4;
    const height = kHead + rows.length * kCell + 8;
    return {
      width: columns * kCell + 8,
      height: height + 22,
      roomy: true,
      art: (
        <g>
          <rect class="rack" x="0" y={kHead} width={columns * kCell + 8} height={height - kHead} rx="14" />
          {rows.map((row, r) =>
            [...row].map((cell, c) => {
              const y = kHead + middle(r);
              if (cell === '.') return <circle key={`${r},${c}`} class="hole" cx={middle(c)} cy={y} r="24" />;
              const fresh = r === top && c === dropped;
              return (
                <g key={`${r},${c}${cell}`} class={fresh ? `disc falls falls-${Math.min(r, 9)}` : 'disc'}>
                  <circle class={cell === 'X' ? 'x' : 'o'} cx={middle(c)} cy={y} r="24" />
                  {cell === 'X' ? (
                    <circle class="inset" cx={middle(c)} cy={y} r="16" />
                  ) : (
                    <circle class="dot" cx={middle(c)} cy={y} r="5" />
                  )}
                  {fresh && <circle class="lastmove" cx={middle(c)} cy={y} r="26" />}
                </g>
              );
            }),
          )}
          {winningCells(rows, 4).map(([r, c]) => (
            <circle key={`w${r},${c}`} class="winning" cx={middle(c)} cy={kHead + middle(r)} r="27" />
          ))}
          {[...rows[0]].map((_, c) => (
            <text key={c} class="coordinate" x={middle(c)} y={height + 16}>
              {c + 1}
            </text>
          ))}
        </g>
      ),
      place(move) {
        const column = columnOf(move);
        return {
          x: middle(column),
          y: height / 2,
          width: kCell - 4,
          height: height - 2,
          label: { x: middle(column), y: 22 },
          name: `column ${column + 1}`,
        };
      },
    };
  },
};
