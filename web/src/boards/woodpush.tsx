// Woodpush: the cells of the strip as L, R or ., the side to move and what ko forbids. A piece may slide
// forward (s3) or push back (p3), so every cell has a place above it for the one and below for the other.
import type { BoardKind } from './board';

const kCell = 64;
const kRoom = 56;

export const woodpush: BoardKind = {
  draw(_game, position, last) {
    const [cells, ...more] = position.trim().split(/\s+/);
    if (!/^[LR.]+$/.test(cells)) return null;
    const ko = more.find((word) => word.startsWith('ko='))?.slice(3);
    const x = (k: number) => k * kCell + kCell / 2 + 4;
    const y = kRoom + kCell / 2 - 4;
    const from = last ? Number(last.slice(1)) - 1 : -1;
    return {
      width: cells.length * kCell + 8,
      height: 2 * kRoom + kCell,
      roomy: true,
      art: (
        <g>
          {[...cells].map((cell, k) => (
            <g key={k}>
              <rect class={k === from ? 'plank from' : 'plank'} x={k * kCell + 6} y={kRoom} width={kCell - 4} height={kCell} rx="6" />
              {cell !== '.' && (
                <path
                  class={cell === 'L' ? 'piece x' : 'piece o'}
                  d={
                    cell === 'L'
                      ? `M${x(k) - 20} ${y - 18}h20l20 18l-20 18h-20z`
                      : `M${x(k) + 20} ${y - 18}h-20l-20 18l20 18h20z`
                  }
                />
              )}
              {cell !== '.' && <text class="piecename" x={x(k) + (cell === 'L' ? -4 : 4)} y={y + 6}>{cell}</text>}
              <text class="cellname" x={x(k)} y={kRoom + kCell - 3}>{k + 1}</text>
            </g>
          ))}
          {ko && <text class="coordinate" x={x(0) - 20} y="12" text-anchor="start">ko: {ko} may not come back</text>}
        </g>
      ),
      place(move) {
        const cell = Number(move.slice(1)) - 1;
        const slides = move[0] === 's';
        const right = (cells[cell] === 'L') === slides;
        return {
          x: x(cell),
          y: slides ? kRoom / 2 : kRoom * 1.5 + kCell,
          width: kCell - 6,
          height: kRoom - 6,
          name: `${slides ? 'slide' : 'push back'} the piece on ${cell + 1} to the ${right ? 'right' : 'left'}`,
        };
      },
    };
  },
};
