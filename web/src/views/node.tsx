// All about the selected node: its board, its bounds, its table of effort numbers.
import type { Look, PositionInfo } from '../api';
import { BoardView } from '../boards/view';
import type { Mark } from '../boards/view';
import { isTree } from '../boards';
import { inColour } from '../players';
import { link } from '../route';
import type { Entry, Searching } from '../searching';
import { keyOf } from '../searching';
import { kEnds } from './drawing';
import { chance, effort, sentence, settingOf, settles, signed, standing } from '../words';

interface Properties {
  entry: Entry;
  info: PositionInfo;
  search: Searching;
  onSelect: (key: string) => void;
}

function look({ ended, moves, cut_off }: Look): string {
  if (ended === 'open') return 'The search is below it now.';
  if (ended === 'searched')
    return cut_off > 0 ? `A cut-off: ${cut_off} of its ${moves} moves were not looked at.` : 'All its moves were looked at.';
  return `Nothing below it was searched: ${kEnds[ended]}.`;
}

export function NodeDetails({ entry, info, search, onSelect }: Properties) {
  const { node, path } = entry;
  const { asked } = search.state!;
  // All numbers of a tree are its root player's, wherever in it a node stands.
  const setting = settingOf(info);
  // Trees are drawn with the children that the search has made, and their numbers.
  const moves: string[] = [];
  const marks = new Map<string, Mark>();
  if (isTree(info.game))
    for (const key of entry.children) {
      const below = search.entries.get(key)!;
      const child = below.node;
      const claim = child.numbers.find(({ at_least }) => at_least === asked);
      const { kind, signs, words } = standing(child, asked, setting, search.lineTo(below, info.repeats));
      const lines = signs ? [signs] : [];
      if (kind === 'settled') lines.push('settled');
      else if (kind !== 'value' && kind !== 'line' && claim) lines.push(`${effort(claim.proof)} / ${effort(claim.disproof)}`);
      moves.push(child.move!);
      if (lines.length > 0)
        marks.set(child.move!, { lines, sign: '', tone: 'plain', best: false, spoken: [...lines, words].join(' ') });
    }
  const { words } = standing(node, asked, setting, search.lineTo(entry, info.repeats));
  const many = search.question.algorithm.startsWith('mo');
  return (
    <div class="details">
      <h3>{path.length === 0 ? 'The root' : path.length > 12 ? `… ${path.slice(-10).join(' ')}` : path.join(' ')}</h3>
      <BoardView
        game={info.game}
        position={node.position}
        drawing={node.position}
        moves={moves}
        maxToMove={node.mover_is_max}
        last={path[path.length - 1]}
        marks={marks}
        onPlay={(move) => onSelect(keyOf([...path, move]))}
        label={`Position of the selected node, ${inColour(info.game, node.to_move)} to move`}
      />
      <p>
        {inColour(info.game, node.to_move)} to move. {info.to_move}: {sentence(node, setting)}
        {words ? ` (${words})` : ''}
        {node.kept ? '' : '; its subtree has been freed'}
      </p>
      {node.probability !== undefined && node.probability !== null && (
        <p>Probability that the claim holds, judging by random games: {chance(node.probability, settles(node, asked))}</p>
      )}
      {node.look && node.look.times > 0 && (
        <p>
          {node.look.times > 1 ? `Looked at ${node.look.times} times, the last time with` : 'Looked at with'} the window {signed(node.look.lower)}…
          {signed(node.look.upper)}. {look(node.look)}
        </p>
      )}
      {node.numbers.length > 0 && (
        <div class="scroll">
          <table>
            <caption class="hidden">Effort numbers of the node</caption>
            <thead>
              <tr>
                <th scope="col">{info.to_move} gets at least</th>
                <th scope="col">{many ? 'G, to prove' : 'proof'}</th>
                <th scope="col">{many ? 'S, to refute' : 'disproof'}</th>
              </tr>
            </thead>
            <tbody>
              {node.numbers.map((claim) => (
                <tr key={claim.at_least} class={many && claim.at_least === asked ? 'asked' : ''}>
                  <th scope="row">{signed(claim.at_least)}</th>
                  <td>{effort(claim.proof)}</td>
                  <td>{effort(claim.disproof)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <a href={link('board', { game: info.game, outcomes: info.outcomes, position: node.position })}>Open on the board</a>
      </p>
    </div>
  );
}
