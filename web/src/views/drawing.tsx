// A tree drawn as a tree: a square where the root's side moves (one child is enough), a circle where the
// other does. What is not drawn is folded, so that a tree of any size is drawn with a few hundred nodes.
import { hierarchy, tree } from 'd3-hierarchy';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PositionInfo, TreeNode } from '../api';
import { inColour } from '../players';
import type { Searching } from '../searching';
import type { Setting } from '../words';
import { chance, effort, settingOf, settles, signed, standing, tone } from '../words';

export interface Drawn {
  key: string;
  name: string; // the move that leads to it
  round: boolean; // a circle
  inside: string; // what is known of its value
  under: string; // its numbers, or its window
  look: string; // class names: 'path', 'solved', 'win', 'draw', 'loss', 'unknown', 'now', 'again', 'freed'
  title: string;
  children: Drawn[];
  folded: number; // children that are not drawn
  closed: boolean; // it has children, none of them drawn
  cut: number; // children that the search never looks at
}

const kWide = 62;
const kDeep = 88;
const kMostDrawn = 420;
const kMostChildren = 9;
const kZooms = [0.35, 0.5, 0.7, 0.85, 1, 1.3];

interface Properties {
  root: Drawn;
  selected: string;
  label: string;
  legend: preact.ComponentChildren;
  onSelect: (key: string) => void;
  onToggle?: (key: string) => void;
  onMore?: (key: string) => void;
}

export function TreeDrawing({ root, selected, label, legend, onSelect, onToggle, onMore }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<number | null>(null); // null: as much as fits, down to where text can be read
  const [room, setRoom] = useState(640);
  useEffect(() => {
    const observer = new ResizeObserver(() => setRoom(box.current?.clientWidth ?? 640));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const laid = tree<Drawn>().nodeSize([kWide, kDeep]).separation((a, b) => (a.parent === b.parent ? 1 : 1.15))(hierarchy(root));
  const nodes = laid.descendants();
  const left = Math.min(...nodes.map((node) => node.x)) - 50;
  const width = Math.max(...nodes.map((node) => node.x)) + 50 - left;
  const height = Math.max(...nodes.map((node) => node.y)) + 84;
  const scale = zoom ?? Math.max(0.6, Math.min(1, room / width));
  const path = nodes.filter(({ data }) => data.look.includes('path'));
  const end = path[path.length - 1];
  // The search's own node stays in view, as long as nobody scrolls elsewhere.
  const shown = useRef('');
  useEffect(() => {
    if (!end || shown.current === end.data.key) return;
    shown.current = end.data.key;
    const view = box.current!;
    view.scrollTo({ left: (end.x - left) * scale - view.clientWidth / 2, top: (end.y + 30) * scale - view.clientHeight / 2 });
  });
  const step = (by: number) => {
    const nearest = kZooms.reduce((a, b) => (Math.abs(b - scale) < Math.abs(a - scale) ? b : a));
    setZoom(kZooms[Math.max(0, Math.min(kZooms.length - 1, kZooms.indexOf(nearest) + by))]);
  };
  return (
    <figure class="drawing">
      <figcaption class="row">
        <span class="legend">{legend}</span>
        <span class="row zooms">
          <button class="button small" onClick={() => step(-1)} aria-label="Smaller">−</button>
          <button class="button small" onClick={() => step(1)} aria-label="Larger">+</button>
          <button class="button small" onClick={() => setZoom(null)}>Fit</button>
        </span>
      </figcaption>
      <div class="canvas" ref={box} tabIndex={0} role="group" aria-label={`${label}, drawn. The outline says the same in text`}>
        <svg width={width * scale} height={height * scale} viewBox={`${left} -26 ${width} ${height}`}>
          {nodes.map((node) => node.parent && (
            <path
              key={node.data.key}
              class={`branch ${node.data.look.includes('path') ? 'path' : ''}`}
              d={`M${node.parent.x} ${node.parent.y + 33}C${node.parent.x} ${node.parent.y + 52} ${node.x} ${node.y - 48} ${node.x} ${node.y - 30}`}
            />
          ))}
          {nodes.map((node) => <Shape key={node.data.key} node={node} {...{ selected, onSelect, onToggle, onMore }} />)}
        </svg>
      </div>
    </figure>
  );
}

function Shape({ node, selected, onSelect, onToggle, onMore }: Pick<Properties, 'selected' | 'onSelect' | 'onToggle' | 'onMore'> & { node: { x: number; y: number; data: Drawn } }) {
  const { data } = node;
  const wide = Math.max(15, data.inside.length * 4 + 5);
  return (
    <g
      class={`dnode ${data.look} ${data.key === selected ? 'selected' : ''}`}
      data-path={data.key}
      style={{ transform: `translate(${node.x}px, ${node.y}px)` }}
      onClick={() => onSelect(data.key)}
      onDblClick={() => onToggle?.(data.key)}
    >
      <title>{data.title}</title>
      {data.round ? <rect class="shape" x={-wide} y="-15" width={2 * wide} height="30" rx="15" /> : <rect class="shape" x={-wide} y="-15" width={2 * wide} height="30" rx="2" />}
      <text class="inside" y="5">{data.inside}</text>
      {data.name && <text class="dname" y="-20">{data.name}</text>}
      {data.under && <text class="under" y="29">{data.under}</text>}
      {data.cut > 0 && (
        <g class="cutoff">
          <path d={`M${wide + 2} 4l12 12M${wide + 6} 16l8 -8`} />
          <text x={wide + 17} y="22">{data.cut}</text>
          <title>{`${data.cut} ${data.cut === 1 ? 'move was' : 'moves were'} never looked at: a cut-off`}</title>
        </g>
      )}
      {(data.folded > 0 || data.closed) && (
        <g class="fold" onClick={(event) => (event.stopPropagation(), data.closed ? onToggle?.(data.key) : onMore?.(data.key))}>
          <rect x="-19" y="34" width="38" height="18" rx="9" />
          <text y="47">{data.closed ? '▾' : `+${data.folded}`}</text>
          <title>{data.closed ? 'Open it' : `${data.folded} more children`}</title>
        </g>
      )}
    </g>
  );
}

// --- of a search ------------------------------------------------------------------------------------

// Why nothing is searched below a leaf.
export const kEnds: Record<string, string> = {
  rules: 'the rules say enough',
  knowledge: 'what the game knows beyond its rules says enough',
  table: 'the transposition table knows it',
  repetition: 'the position stands on the path already',
  horizon: 'it is at the depth limit of this iteration',
  cycle: 'it is on a cycle and is valued together with the others there',
};
const kMarks: Record<string, string> = { table: '≡', repetition: '↺', horizon: '…', knowledge: '*' };

function windowOf(node: TreeNode): string {
  return `${signed(node.look!.lower)}…${signed(node.look!.upper)}`;
}

export function numbersOf(node: TreeNode, asked: number): string {
  if (node.look) return node.look.times ? windowOf(node) : '';
  if (node.probability !== undefined && node.probability !== null) return chance(node.probability, settles(node, asked));
  const claim = node.numbers.find(({ at_least }) => at_least === asked);
  return claim ? `${effort(claim.proof)} | ${effort(claim.disproof)}` : '';
}

// What the last step of a depth-first search did, in a sentence.
export function tellStep(search: Searching, mover: string): string {
  const { last, now: node } = search.state!;
  const look = node?.look;
  if (!node || !look?.times) return '';
  const name = last.length === 0 ? 'the root' : last.length > 4 ? `… ${last.slice(-4).join(' ')}` : last.join(' ');
  const known = node.lower === node.upper ? `${mover} gets ${signed(node.lower)}` : `${mover} gets ${signed(node.lower)} to ${signed(node.upper)}`;
  const again = look.times > 1 ? `, look number ${look.times}` : '';
  if (look.ended === 'open') return `Goes into ${name} with the window ${windowOf(node)}${again}.`;
  if (look.ended !== 'searched') return `Looks at ${name}: ${kEnds[look.ended]}; ${known}${again}.`;
  return look.cut_off > 0
    ? `Leaves ${name}: ${known}. A cut-off: ${look.cut_off} of ${look.moves} moves need no look.`
    : `Leaves ${name}: ${known}.`;
}

// The part of the tree that lies open, as far as there is room. `more`: how many children to draw of a node.
// `opened` gets the nodes whose children are drawn.
export function drawnOf(search: Searching, info: PositionInfo, more: Map<string, number>, opened: string[]): Drawn | null {
  const setting: Setting = settingOf(info);
  const { asked, last } = search.state!;
  const ended = search.goesDepthFirst ? last.join(',') : null;
  let left = kMostDrawn;
  const draw = (key: string): Drawn => {
    const entry = search.entries.get(key)!;
    const { node, path } = entry;
    --left;
    const { kind, signs, words } = standing(node, asked, setting, search.lineTo(entry, info.repeats));
    const exact = node.lower === node.upper;
    const look = [
      search.isOnPath(key) ? 'path' : '',
      exact || kind === 'settled' ? 'solved' : '',
      tone(node, setting),
      key === ended ? 'now' : '',
      node.look && node.look.times > 1 ? 'again' : '',
      node.kept ? '' : 'freed',
    ];
    const mark = node.look ? (kMarks[node.look.ended] ?? '') : '';
    const title = [
      path.length === 0 ? 'the root' : path.slice(-6).join(' '),
      `${inColour(info.game, node.to_move)} to move`,
      words,
      node.look?.times ? `${kEnds[node.look.ended] ?? 'inner'}; window ${windowOf(node)}${node.look.times > 1 ? `; looked at ${node.look.times} times` : ''}` : '',
      node.kept ? '' : 'freed: it was solved, and its subtree is not kept',
    ];
    const open = node.expanded && search.isOpen(key);
    if (open) opened.push(key);
    const limit = more.get(key) ?? kMostChildren;
    const children: string[] = [];
    if (open && left > 0)
      for (const child of entry.children)
        if (children.length < limit || search.isOnPath(child) || child === ended) children.push(child);
    left -= children.length;
    return {
      key,
      name: path.length === 0 ? '' : node.move!,
      round: node.mover_is_max !== info.mover_is_max,
      inside: (exact ? signed(node.lower) : kind === 'open' ? '?' : signs.replace(/^= /, '')) + mark,
      under: exact && !node.look ? '' : numbersOf(node, asked),
      look: look.filter(Boolean).join(' '),
      title: title.filter(Boolean).join(' · '),
      children: children.map((child) => (++left, draw(child))),
      folded: children.length > 0 ? entry.total - children.length : 0,
      closed: node.expanded && children.length === 0,
      cut: node.look?.cut_off ?? 0,
    };
  };
  return search.entries.has('') ? draw('') : null;
}
