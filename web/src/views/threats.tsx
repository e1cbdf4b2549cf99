// Games of lines: a win by threats of the side to move, or what the other side threatens, as numbered stones.
import { useEffect, useState } from 'preact/hooks';
import type { PositionInfo, ThreatsInfo } from '../api';
import { get } from '../api';
import { nameOf } from '../boards';
import type { Numbered } from '../boards/view';

export const hasLines = (game: string) => ['mnk', 'gomoku', 'qubic'].includes(nameOf(game));

type Of = 'mover' | 'other';

export interface ShownThreats {
  threats: ThreatsInfo | null;
  shown: Of | null; // whose sequence is on the board
  choose: (of: Of | null) => void;
}

export function useThreats(info: PositionInfo | undefined): ShownThreats {
  const [found, setFound] = useState<ThreatsInfo | null>(null);
  const [hidden, setHidden] = useState(false);
  const [chosen, setChosen] = useState<Of | null>(null);
  const asked = info && !info.ended && hasLines(info.game) ? `${info.game} ${info.position}` : '';
  useEffect(() => {
    setFound(null);
    setChosen(null);
    if (!asked) return;
    const abort = new AbortController();
    const { game, position } = info!;
    get<ThreatsInfo>('/api/threats', { game, position }, abort.signal).then(setFound, () => {});
    return () => abort.abort();
  }, [asked]);
  const threats = found && info && found.game === info.game && found.position === info.position ? found : null;
  const usual: Of | null = threats?.mover ? 'mover' : threats?.other ? 'other' : null;
  const shown = hidden || !threats ? null : chosen && threats[chosen] ? chosen : usual;
  const choose = (of: Of | null) => {
    setHidden(of === null);
    setChosen(of);
  };
  return { threats, shown, choose };
}

export function numbersOf({ threats, shown }: ShownThreats, maxToMove: boolean): Map<string, Numbered> {
  const numbers = new Map<string, Numbered>();
  const sequence = shown && threats?.[shown];
  if (!sequence) return numbers;
  const attackerIsMax = (shown === 'mover') === maxToMove;
  sequence.moves.forEach((move, k) => numbers.set(move, { number: k + 1, max: (k % 2 === 0) === attackerIsMax }));
  return numbers;
}

export function ThreatsPanel({ info, threats, shown, choose }: ShownThreats & { info: PositionInfo }) {
  if (!threats || (!threats.mover && !threats.other)) return null;
  const opponent = info.mover_is_max ? info.players.min : info.players.max;
  const how = (forced: boolean) => (forced ? 'by moves that force' : 'by threats');
  const row = (of: Of, words: string) => {
    const sequence = threats[of];
    return sequence && (
      <li>
        <button
          class={`button small ${shown === of ? 'pressed' : ''}`}
          aria-pressed={shown === of}
          onClick={() => choose(shown === of ? null : of)}
        >
          {shown === of ? 'Hide' : 'Show'}
        </button>{' '}
        <span>
          {words} {how(sequence.forced)}: <span class="line">{sequence.moves.join(' ')}</span>
        </span>
      </li>
    );
  };
  return (
    <ul class="threats" aria-label="Threats">
      {row('mover', `${info.to_move} wins`)}
      {row('other', `If ${info.to_move} passed, ${opponent} would win`)}
    </ul>
  );
}
