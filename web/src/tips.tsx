// A word with a short explanation, which opens beside it and says where there is more.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { link } from './route';
import { terms } from './terms';

export function Tip({ word, children }: { word: string; children?: preact.ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const whole = useRef<HTMLSpanElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const term = terms[word];
  useEffect(() => {
    if (!open) return;
    // Not beyond the edge of the window.
    const element = note.current!;
    element.style.marginLeft = '0';
    const { left, right } = element.getBoundingClientRect();
    const room = document.documentElement.clientWidth - 8;
    element.style.marginLeft = `${right > room ? Math.max(room - right, 8 - left) : 0}px`;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !whole.current!.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('keydown', close);
    addEventListener('pointerdown', close);
    return () => (removeEventListener('keydown', close), removeEventListener('pointerdown', close));
  }, [open]);
  return (
    <span class="tip" ref={whole}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {children ?? word}
      </button>
      <span id={id} ref={note} class="tipnote" role="note" hidden={!open}>
        {term.text} <a href={link('guide', { page: term.page, at: term.at })} onClick={() => setOpen(false)}>More</a>
      </span>
    </span>
  );
}
