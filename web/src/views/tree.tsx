// The tree of a search as an outline. Only the rows in view exist, so its size does not matter.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PositionInfo, TreeNode } from '../api';
import type { Searching } from '../searching';
import { numbersOf } from './drawing';
import { chance, effort, settingOf, settles, signed, standing } from '../words';

const kRow = 34; // as in the style sheet
const kSpare = 6;

interface Properties {
  search: Searching;
  info: PositionInfo; // the root's
  selected: string;
  onSelect: (key: string) => void;
}

export function TreeView({ search, info, selected, onSelect }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const rows = search.rows();
  const first = Math.max(0, Math.floor(top / kRow) - kSpare);
  const visible = rows.slice(first, Math.ceil((top + height) / kRow) + kSpare);
  const index = rows.findIndex((row) => row.key === selected && !row.more);
  const name = search.question.algorithm;
  const { asked } = search.state!; // the claim that the next round is about
  const setting = settingOf(info);

  useEffect(() => {
    const observer = new ResizeObserver(() => setHeight(box.current!.clientHeight));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => search.look(visible)); // cheap when nothing is old

  const reveal = (k: number) => {
    const element = box.current!;
    if (k * kRow < element.scrollTop) element.scrollTop = k * kRow;
    else if ((k + 1) * kRow > element.scrollTop + element.clientHeight)
      element.scrollTop = (k + 1) * kRow - element.clientHeight;
  };
  const move = (k: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, k))];
    if (!row) return;
    if (row.more) search.loadMore(row.key);
    onSelect(row.key);
    reveal(rows.indexOf(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[index];
    const page = Math.max(1, Math.floor(height / kRow) - 1);
    switch (event.key) {
      case 'ArrowDown': move(index + 1); break;
      case 'ArrowUp': move(Math.max(0, index - 1)); break;
      case 'PageDown': move(index + page); break;
      case 'PageUp': move(Math.max(0, index - page)); break;
      case 'Home': move(0); break;
      case 'End': move(rows.length - 1); break;
      case 'ArrowRight':
        if (row?.entry.node.expanded && !search.isOpen(row.key)) search.setOpen(row.key, true);
        else move(index + 1);
        break;
      case 'ArrowLeft':
        if (row && search.isOpen(row.key) && row.entry.node.expanded) search.setOpen(row.key, false);
        else if (row && row.depth > 0) move(rows.findIndex((other) => other.key === row.entry.path.slice(0, -1).join(',')));
        break;
      case 'Enter':
      case ' ':
        if (row) search.setOpen(row.key, !search.isOpen(row.key));
        break;
      default: return;
    }
    event.preventDefault();
  };

  return (
    <div class="outline">
      <div class="row tools">
        <label class="check">
          <input type="checkbox" checked={search.follow} onChange={(event) => search.setFollow(event.currentTarget.checked)} /> Follow the{' '}
          {search.goesDepthFirst ? 'search' : 'most-proving path'}
        </label>
        <button class="button small" onClick={() => (search.closeAll(), onSelect(''))}>
          Close all
        </button>
      </div>
      <div class="rowhead" aria-hidden="true">
        <span>move</span>
        <span>
          {search.goesDepthFirst
            ? 'window'
            : `${name === 'ppns' ? 'probability' : name.startsWith('mo') ? 'G / S' : 'proof / disproof'} of at least ${signed(asked)}`}
        </span>
      </div>
      <div
        ref={box}
        class="tree"
        style={{ height: `clamp(${6 * kRow}px, ${rows.length * kRow + 2}px, 25rem)` }}
        role="tree"
        tabIndex={0}
        aria-label={`Tree of ${name}`}
        aria-activedescendant={index >= 0 ? `${name}-row-${index}` : undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div class="sizer" style={{ height: `${rows.length * kRow}px` }}>
          {visible.map((row, k) => {
            const { node } = row.entry;
            const where = { transform: `translateY(${(first + k) * kRow}px)`, paddingLeft: `${Math.min(row.depth, 14) * 14 + 4}px` };
            if (row.more)
              return (
                <div key={`${row.key} more`} class="node" style={where} role="presentation">
                  <button class="linkish" onClick={() => search.loadMore(row.key)}>
                    {row.entry.children.length === 0 ? 'loading…' : `${row.entry.total - row.entry.children.length} more`}
                  </button>
                </div>
              );
            const open = node.expanded && search.isOpen(row.key);
            const path = search.isOnPath(row.key);
            const { kind, signs, words } = standing(node, asked, setting, search.lineTo(row.entry, info.repeats));
            return (
              <div
                key={row.key}
                id={`${name}-row-${first + k}`}
                data-path={row.key}
                class={`node ${row.key === selected ? 'selected' : ''} ${path ? 'onpath' : ''} ${node.solved ? 'solved' : ''} ${node.kept ? '' : 'freed'}`}
                style={where}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-expanded={node.expanded ? open : undefined}
                aria-selected={row.key === selected}
                onClick={() => onSelect(row.key)}
              >
                <span
                  class="twist"
                  aria-hidden="true"
                  onClick={(event) => {
                    if (node.expanded) (event.stopPropagation(), search.setOpen(row.key, !open));
                  }}
                >
                  {node.expanded ? (open ? '▾' : '▸') : ''}
                </span>
                <span class="name">{row.depth === 0 ? 'root' : node.move}</span>
                {path && <span class="tag path">{row.depth === 0 ? '' : 'path'}</span>}
                {signs && (
                  <span class={`tag ${kind}`} title={words}>
                    {kind === 'settled' ? `${signs} settled` : signs}
                  </span>
                )}
                {!node.kept && <span class="tag">freed</span>}
                <span class="numbers">
                  <Numbers node={node} asked={asked} />
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

// Of many claims the one that is worked on; the others are in the table of the selected node.
function Numbers({ node, asked }: { node: TreeNode; asked: number }) {
  if (node.look)
    return (
      <span class="claim">
        {numbersOf(node, asked)}
        {node.look.cut_off > 0 ? ` ✂${node.look.cut_off}` : ''}
        {node.look.times > 1 ? ` ×${node.look.times}` : ''}
      </span>
    );
  if (node.probability !== undefined && node.probability !== null) {
    const share = node.probability;
    return (
      <span class="probability">
        <meter min={0} max={1} value={share} aria-hidden="true" />
        {chance(share, settles(node, asked))}
      </span>
    );
  }
  const claim = node.numbers.find(({ at_least }) => at_least === asked);
  if (!claim) return null;
  return (
    <span class="claim">
      <b>{effort(claim.proof)}</b> / {effort(claim.disproof)}
    </span>
  );
}
