// A tree whose leaves have no values yet, as lectures draw them: its numbers, the leaf to look at next, and
// leaves that are given values by hand.
import { useEffect, useState } from 'preact/hooks';
import type { Numbered, NumberedNode, Preset } from '../api';
import { post } from '../api';
import { Tip } from '../tips';
import { effort, signed } from '../words';
import type { Drawn } from './drawing';
import { TreeDrawing } from './drawing';

// The text of the tree once a leaf has a value.
export function withValue(text: string, leaf: string, value: number): string {
  return text.replace(new RegExp(`(^|\\s)${leaf.replace(/[^\w]/g, '\\$&')}\\s*\\?(-?\\d+\\.\\.-?\\d+)?`, 'gm'), `$1${leaf}=${value}`);
}

function drawn(tree: Numbered): Drawn {
  const { nodes, outcomes } = tree;
  const next = new Set([nodes[0].node, ...(tree.select ?? [])]);
  const side = nodes[0].to_move;
  // Of a table with many outcomes the numbers of the claim that is worked on.
  const at = Math.max(0, outcomes.indexOf(tree.attracting ?? outcomes[outcomes.length - 1]));
  const stack: Drawn[] = [];
  const paths: string[][] = [];
  for (const node of nodes) {
    const name = node.node;
    const path = [...(node.depth ? paths[node.depth - 1] : []), name];
    const onPath = path.every((one) => next.has(one)) && tree.select !== null;
    const known = node.low === node.high;
    const unknown = !known && node.kind === 'leaf';
    const numbers = 'pn' in node ? [node.pn!, node.dn!] : [node.G![at], node.S![Math.max(0, at - 1)]];
    const one: Drawn = {
      key: path.join(','),
      name,
      round: node.to_move !== side,
      inside: known ? signed(node.low) : unknown ? '?' : '',
      under: node.kind === 'repetition' ? '↺' : `${effort(numbers[0])} | ${effort(numbers[1])}`,
      look: [onPath ? 'path' : '', known ? 'solved' : '', unknown ? 'unknown' : ''].filter(Boolean).join(' '),
      title: describe(node, numbers),
      children: [],
      folded: 0,
      closed: false,
      cut: 0,
    };
    if (node.depth > 0) stack[node.depth - 1].children.push(one);
    stack[node.depth] = one;
    paths[node.depth] = path;
  }
  return stack[0];
}

function describe(node: NumberedNode, [pn, dn]: (number | null)[]): string {
  const value = node.low === node.high ? `worth ${signed(node.low)} to Max` : `between ${signed(node.low)} and ${signed(node.high)} for Max`;
  return `${node.node}, ${node.to_move}: ${value}; ${effort(pn)} to prove, ${effort(dn)} to disprove`;
}

export function Lecture({ preset }: { preset: Preset }) {
  const [steps, setSteps] = useState([preset.text]); // the tree after each value that was given
  const [tree, setTree] = useState<Numbered | null>(null);
  const [claim, setClaim] = useState('');
  const [selected, setSelected] = useState('');
  const [error, setError] = useState('');
  const text = steps[steps.length - 1];
  useEffect(() => {
    const abort = new AbortController();
    post<Numbered>('/api/numbers', claim ? { text, at_least: Number(claim) } : { text }, abort.signal).then(
      (found) => (setTree(found), setError('')),
      (refusal: Error) => abort.signal.aborted || setError(refusal.message),
    );
    return () => abort.abort();
  }, [text, claim]);
  const give = (leaf: string, value: number) => setSteps([...steps, withValue(text, leaf, value)]);
  const last = selected.split(',').pop()!;
  const node = tree?.nodes.find((one) => one.node === last);
  const next = tree?.select?.[tree.select.length - 1];
  const leaf = node && node.kind === 'leaf' && node.low < node.high ? node : tree?.nodes.find((one) => one.node === next && one.kind === 'leaf');
  const comment = preset.text.split('\n').filter((line) => line.startsWith('#')).map((line) => line.slice(1).trim()).join(' ');
  return (
    <section class="card panel lecture" aria-label="Lecture tree">
      <h2>{preset.title}</h2>
      <p>{comment}</p>
      {error && <p class="error" role="alert">{error}</p>}
      {tree && (
        <>
          {tree.outcomes.length > 2 && (
            <label class="field inline">
              <span>Ask whether Max gets</span>
              <select value={claim} onChange={(event) => setClaim(event.currentTarget.value)}>
                <option value="">the most promising value</option>
                {tree.outcomes.slice(1).map((value) => (
                  <option key={value} value={String(value)}>at least {signed(value)}</option>
                ))}
              </select>
            </label>
          )}
          <TreeDrawing
            root={drawn(tree)}
            selected={selected}
            label={preset.title}
            legend={
              <>
                <span class="shapekey square" aria-hidden="true" /> {tree.nodes[0].to_move} moves <span class="shapekey circle" aria-hidden="true" /> the other · under a node{' '}
                <Tip word="proof number" /> | <Tip word="disproof number" /> · thick: the <Tip word="most-proving path" />
              </>
            }
            onSelect={setSelected}
          />
          <p class="step" role="status">
            {tree.select ? <>The leaf to look at next is <strong>{next}</strong>.</> : 'Nothing is left to ask: the root is decided.'}
          </p>
          {leaf && (
            <div class="row" role="group" aria-label={`Value of ${leaf.node}`}>
              <span class="label">Give {leaf.node} the value</span>
              {tree.outcomes.filter((value) => value >= leaf.low && value <= leaf.high).map((value) => (
                <button key={value} class="button" onClick={() => give(leaf.node, value)}>{signed(value)}</button>
              ))}
            </div>
          )}
          <div class="row">
            <button class="button" disabled={steps.length === 1} onClick={() => setSteps(steps.slice(0, -1))}>Back</button>
            <button class="button" disabled={steps.length === 1} onClick={() => setSteps([preset.text])}>Start over</button>
          </div>
          <details>
            <summary>The tree as text</summary>
            <pre class="scroll" tabIndex={0}>{text}</pre>
          </details>
          <div class="scroll" tabIndex={0} role="group" aria-label="Numbers of every node">
            <table>
              <caption class="hidden">Numbers of every node</caption>
              <thead>
                <tr><th scope="col">node</th><th scope="col">to move</th><th scope="col">Max gets</th><th scope="col">to prove</th><th scope="col">to disprove</th></tr>
              </thead>
              <tbody>
                {tree.nodes.map((one, k) => (
                  <tr key={k} class={(tree.select ?? []).includes(one.node) ? 'asked' : ''}>
                    <th scope="row">{one.node}</th>
                    <td>{one.to_move}</td>
                    <td>{one.low === one.high ? signed(one.low) : `${signed(one.low)} to ${signed(one.high)}`}</td>
                    <td>{'pn' in one ? effort(one.pn!) : one.G!.map(effort).join(' ')}</td>
                    <td>{'dn' in one ? effort(one.dn!) : one.S!.map(effort).join(' ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
