// A list that scrolls says so: how much of it is out of sight.
import { useEffect, useRef, useState } from 'preact/hooks';

export function Scrolling({ children, kind, label, count }: { children: preact.ComponentChildren; kind: string; label: string; count: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ above: false, below: 0 });
  const look = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    const below = scrollHeight - clientHeight - scrollTop;
    const rows = below > 6 ? Math.max(1, Math.round((below / scrollHeight) * count)) : 0;
    setHidden((old) => (old.above === scrollTop > 6 && old.below === rows ? old : { above: scrollTop > 6, below: rows }));
  };
  useEffect(look);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const scrolls = hidden.above || hidden.below > 0;
  return (
    <div class={`scrolling ${hidden.above ? 'above' : ''} ${hidden.below ? 'below' : ''}`}>
      <div ref={box} class={`scroller ${kind}`} onScroll={look} tabIndex={scrolls ? 0 : undefined} role={scrolls ? 'group' : undefined} aria-label={scrolls ? `${label}, scrolls` : undefined}>
        {children}
      </div>
      {scrolls && <p class="morehint">{hidden.below ? `${hidden.below} more below ▾` : 'the end of the list'}</p>}
    </div>
  );
}
