// Trees have no board: the node is drawn with its moves below it, in rows if there are many.
import type { BoardKind } from './board';

const kWide = 96;
const kRow = 92;
const kPerRow = 6;

// The moves are not part of a position's text, so the caller names them.
export function treeBoard(moves: string[], max: boolean): BoardKind {
  return {
    draw(game, position) {
      const across = Math.max(1, Math.min(kPerRow, moves.length));
      const down = Math.ceil(moves.length / kPerRow);
      const width = Math.max(4, across) * kWide;
      const at = (k: number) => {
        const inRow = Math.min(kPerRow, moves.length - Math.floor(k / kPerRow) * kPerRow);
        return {
          x: width / 2 + ((k % kPerRow) - (inRow - 1) / 2) * kWide,
          y: 150 + Math.floor(k / kPerRow) * kRow,
        };
      };
      const path = game.startsWith('tree') ? null : position.split('.');
      const name = path && path.length > 8 ? `…${path.slice(-7).join('.')}` : position;
      return {
        width,
        height: down ? 150 + (down - 1) * kRow + 46 : 96,
        roomy: true,
        art: (
          <g>
            {moves.map((move, k) => (
              <path key={move} class="edge" d={`M${width / 2} 62C${width / 2} 100 ${at(k).x} ${at(k).y - 70} ${at(k).x} ${at(k).y - 28}`} />
            ))}
            {moves.length > 0 &&
              (max ? (
                <path class="node x" d={`M${width / 2} 14l34 50h-68z`} />
              ) : (
                <path class="node o" d={`M${width / 2} 66l34 -50h-68z`} />
              ))}
            {moves.length === 0 && <rect class="node" x={width / 2 - 26} y="16" width="52" height="48" rx="8" />}
            <text class="nodename" x={width / 2 + 46} y="46" text-anchor="start">{name}</text>
            {moves.map((move, k) => (
              <g key={`c${move}`}>
                <rect class="leafbox" x={at(k).x - 42} y={at(k).y - 28} width="84" height="68" rx="10" />
                <text class="nodename" x={at(k).x} y={at(k).y - 6}>{move.length > 9 ? `${move.slice(0, 8)}…` : move}</text>
              </g>
            ))}
          </g>
        ),
        place(move) {
          const k = moves.indexOf(move);
          if (k < 0) return null;
          const { x, y } = at(k);
          return { x, y: y + 6, width: 84, height: 68, label: { x, y: y + 18 } };
        },
      };
    },
  };
}
