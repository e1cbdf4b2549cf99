// Awari and Kalah: 'A B C|a b c S9 N20 S', South's pits first. North sits above and looks down, so his
// pits run from right to left, and sowing goes round counter-clockwise.
import type { BoardKind } from './board';

const kPit = 84;
const kStore = 78;
const kTop = 40; // room for the values above North's pits, and below South's
const kBar = 50; // a store that lies
const kStones = 30; // more are not drawn one by one

interface Sowing {
  pits: number[]; // South's, then North's
  stores: [number, number];
  side: string;
}

function read(text: string): Sowing | null {
  const match = /^\s*([\d ]+)\|([\d ]+?)(?:\s+S(\d+))?(?:\s+N(\d+))?(?:\s+([SN]))?\s*$/.exec(text);
  if (!match) return null;
  const row = (part: string) => part.trim().split(/\s+/).map(Number);
  const south = row(match[1]);
  const north = row(match[2]);
  if (south.length !== north.length) return null;
  return {
    pits: [...south, ...north],
    stores: [Number(match[3] ?? 0), Number(match[4] ?? 0)],
    side: match[5] ?? 'S',
  };
}

function write({ pits, stores, side }: Sowing): string {
  const half = pits.length / 2;
  const row = (part: number[]) => part.join(' ');
  return `${row(pits.slice(0, half))}|${row(pits.slice(half))} S${stores[0]} N${stores[1]} ${side}`;
}

function pitOf(move: string, half: number): number {
  const code = move.charCodeAt(0);
  return code >= 97 ? half + code - 97 : code - 65;
}

// Stones in a pit lie like seeds in a sunflower: any number fits, and none jumps when one is added.
function seeds(count: number, x: number, y: number, radius: number, stretch = 1) {
  return Array.from({ length: Math.min(count, kStones) }, (_, k) => {
    const distance = radius * Math.sqrt((k + 0.4) / Math.max(12, Math.min(count, kStones)));
    const angle = k * 2.39996 + x;
    return (
      <circle
        key={k}
        class={`seed seed-${k % 4}`}
        cx={(x + distance * Math.cos(angle)).toFixed(1)}
        cy={(y + stretch * distance * Math.sin(angle)).toFixed(1)}
        r="6"
      />
    );
  });
}

function lineUp(count: number, x: number, y: number, width: number) {
  const shown = Math.min(count, 48);
  const gap = Math.min(13, width / Math.max(1, shown));
  return Array.from({ length: shown }, (_, k) => (
    <circle key={k} class={`seed seed-${k % 4}`} cx={(x + k * gap).toFixed(1)} cy={y + (k % 2 ? 5 : -5)} r="6" />
  ));
}

function sowing(kalah: boolean): BoardKind {
  return {
    draw(game, position, last, narrow, before) {
      const state = read(position);
      if (!state) return null;
      const half = state.pits.length / 2;
      // On a narrow screen the stores lie above and below the pits, else beside them.
      const aside = narrow ? 0 : kStore;
      const above = narrow ? kBar : 0;
      const width = 2 * aside + half * kPit;
      const height = 2 * (kTop + above) + 2 * kPit + 8;
      const middle = height / 2;
      const at = (pit: number) =>
        pit < half
          ? { x: aside + pit * kPit + kPit / 2, y: middle + kPit / 2 + 2 }
          : { x: aside + (2 * half - 1 - pit) * kPit + kPit / 2, y: middle - kPit / 2 - 2 };
      const from = last ? pitOf(last, half) : -1;
      // Pits that have fewer stones than when all were sown: these were captured.
      const sown = last && before ? read(this.stages!(game, before, last).pop() ?? '') : null;
      const captured = (pit: number) => sown !== null && sown.pits[pit] > state.pits[pit];
      return {
        width,
        height,
        roomy: true,
        art: (
          <g>
            <rect class="wood" x="2" y={kTop + above - 2} width={width - 4} height={2 * kPit + 12} rx={narrow ? 26 : 44} />
            {state.pits.map((count, pit) => {
              const { x, y } = at(pit);
              return (
                <g key={pit}>
                  <circle class={`pit ${pit === from ? 'from' : ''} ${captured(pit) ? 'captured' : ''}`} cx={x} cy={y} r="37" />
                  {seeds(count, x, y, 27)}
                  <text class="count" x={x + 29} y={y + 35}>{count}</text>
                  <text class="pitname" x={x - 29} y={y + 35}>
                    {pit < half ? String.fromCharCode(65 + pit) : String.fromCharCode(97 + pit - half)}
                  </text>
                </g>
              );
            })}
            {state.stores.map((count, who) => {
              const south = who === 0;
              const name = south ? 'South' : 'North';
              const turn = state.side === name[0] ? 'turns' : '';
              if (narrow) {
                const y = south ? height - kBar / 2 : kBar / 2;
                return (
                  <g key={name}>
                    <rect class="wood" x="2" y={y - kBar / 2 + 2} width={width - 4} height={kBar - 4} rx="22" />
                    {lineUp(count, 116, y, width - 190)}
                    <text class={`owner ${turn}`} x="58" y={y + 7}>{name}</text>
                    <text class="count" x={width - 36} y={y + 7}>{count}</text>
                  </g>
                );
              }
              const x = south ? width - kStore / 2 - 3 : kStore / 2 + 3;
              return (
                <g key={name}>
                  <rect class="pit" x={x - 29} y={middle - 62} width="58" height="124" rx="29" />
                  {seeds(count, x, middle - 10, 20, 2)}
                  <text class="count store" x={x} y={middle + 54}>{count}</text>
                  <text class={`owner ${turn}`} x={x} y={south ? height - 14 : 26}>{name}</text>
                </g>
              );
            })}
          </g>
        ),
        place(move) {
          const pit = pitOf(move, half);
          if (!(pit >= 0 && pit < 2 * half)) return null;
          const { x, y } = at(pit);
          const label = { x, y: pit < half ? height - above - kTop / 2 + 2 : above + kTop / 2 - 4 };
          return { x, y, width: 76, height: 76, round: true, label, name: `pit ${move}` };
        },
      };
    },
    stages(_game, before, move) {
      const state = read(before);
      if (!state) return [];
      const half = state.pits.length / 2;
      const from = pitOf(move, half);
      const south = from < half;
      // A round is every place in the order of sowing; Kalah's has the mover's store in it.
      const round: (number | 'store')[] = [];
      for (let k = 1; k <= 2 * half; ++k) {
        const pit = (from + k) % (2 * half);
        if (kalah && pit === (south ? half : 0)) round.push('store');
        if (kalah || pit !== from) round.push(pit);
      }
      let stones = state.pits[from] ?? 0;
      state.pits[from] = 0;
      const stages = [write(state)];
      for (let k = 0; stones > 0; ++k, --stones) {
        const where = round[k % round.length];
        if (where === 'store') ++state.stores[south ? 0 : 1];
        else ++state.pits[where];
        stages.push(write(state));
      }
      return stages;
    },
  };
}

export const awari = sowing(false);
export const kalah = sowing(true);
