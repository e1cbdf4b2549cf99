// All about the selected node: its board, its bounds, its table of effort numbers.
import type { PositionInfo } from '../api';
import { BoardView } from '../boards/view';
import { isTree } from '../boards';
import { link } from '../route';
import type { Entry, Searching } from '../searching';
import { effort, sentence, signed } from '../words';

export function NodeDetails({ entry, info, search }: { entry: Entry; info: PositionInfo; search: Searching }) {
  const { node, path } = entry;
  const moves = isTree(info.game) ? entry.children.map((key) => search.entries.get(key)!.node.move!) : [];
  // All numbers of a tree are its root player's, wherever in it a node stands.
  const setting = { game: info.game, position: '', outcomes: info.outcomes, values: info.values };
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
        label={`Position of the selected node, ${node.to_move} to move`}
      />
      <p>
        {node.to_move} to move. {info.to_move}: {sentence({ lower: node.lower, upper: node.upper }, setting)}
        {node.solved ? ' (proved)' : ''}
        {node.kept ? '' : '; its subtree has been freed'}
      </p>
      {node.probability !== undefined && node.probability !== null && (
        <p>Probability that the claim holds, as random games see it: {node.probability.toFixed(4)}</p>
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
                <tr key={claim.at_least}>
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
