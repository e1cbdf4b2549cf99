// The root's effort numbers over the rounds, on a logarithmic scale; or its probability, from 0 to 1.
import type { SearchState } from '../api';
import { chance, count, effort, settles } from '../words';

const kWidth = 560;
const kHeight = 170;
const kLeft = 54;
const kBottom = 26;

export function Plot({ state, algorithm }: { state: SearchState; algorithm: string }) {
  const { history } = state;
  const guessed = algorithm === 'ppns';
  const columns = guessed ? [1] : [1, 2];
  const names = guessed ? ['probability'] : algorithm.startsWith('mo') ? ['G', 'S'] : ['proof', 'disproof'];
  const last = history[history.length - 1]?.[0] ?? 0;
  const finite = history.flatMap((point) => columns.map((k) => point[k])).filter((n): n is number => typeof n === 'number');
  const most = guessed ? 1 : Math.max(10, ...finite);
  const x = (round: number) => kLeft + (round / Math.max(1, last)) * (kWidth - kLeft - 10);
  const y = (value: number) => {
    const share = guessed ? value : Math.log10(1 + value) / Math.log10(1 + most);
    return kHeight - kBottom - share * (kHeight - kBottom - 14);
  };
  const line = (column: number) => {
    let path = '';
    let pen = 'M';
    let claim: number | null | undefined; // a line is about one claim
    for (const point of history) {
      const value = point[column];
      if (point[3] !== claim) pen = 'M';
      claim = point[3];
      if (typeof value !== 'number') {
        pen = 'M';
        continue;
      }
      path += `${pen}${x(point[0]!).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
    }
    return path;
  };
  const ticks = guessed ? [0, 0.5, 1] : [0, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].filter((n) => n <= most);
  const now = history[history.length - 1];
  return (
    <figure class="plot">
      <figcaption>
        {guessed ? 'Probability' : 'Effort numbers'} at the root
        {names.map((name, k) => (
          <span key={name} class={`key line-${k}`}>
            <svg viewBox="0 0 24 8" aria-hidden="true">
              <path d="M0 4H24" />
            </svg>
            {name}
            {now ? ` ${guessed ? chance(now[k + 1] ?? 0, settles(state, now[3] ?? 0)) : effort(now[k + 1] ?? null)}` : ''}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={`${names.join(' and ')} at the root over ${count(last)} rounds`}>
        {ticks.map((tick) => (
          <g key={tick}>
            <path class="gridline" d={`M${kLeft} ${y(tick)}H${kWidth - 10}`} />
            <text class="tick" x={kLeft - 8} y={y(tick) + 4} text-anchor="end">
              {tick >= 1e6 ? `${tick / 1e6}M` : tick >= 1e3 ? `${tick / 1e3}k` : tick}
            </text>
          </g>
        ))}
        <text class="tick" x={kLeft} y={kHeight - 6}>0</text>
        <text class="tick" x={kWidth - 10} y={kHeight - 6} text-anchor="end">{count(last)} rounds</text>
        {columns.map((column, k) => (
          <path key={column} class={`curve line-${k}`} d={line(column)} />
        ))}
      </svg>
    </figure>
  );
}
