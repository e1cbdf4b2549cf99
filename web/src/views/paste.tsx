// A position or a game as text: to be copied, and to be pasted anywhere on the page.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useGame } from '../chooser';
import type { Place } from '../place';
import { movesOf, positionAt, visit } from '../place';

export function Paste({ place, position }: { place: Place; position: string }) {
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const info = useGame(place.game);

  const show = async (text: string) => {
    try {
      // A game keeps its history; what is no game must be a position.
      const moves = await movesOf(place.game, place.outcomes, text);
      const start = moves ? '' : (await positionAt(place.game, place.outcomes, text)).position;
      setError('');
      if (field.current) field.current.value = '';
      visit({ ...place, start, moves: moves ?? [], at: moves?.length ?? 0 });
    } catch (refusal) {
      setError((refusal as Error).message);
      if (details.current) details.current.open = true; // a paste outside the field shows its error too
    }
  };
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if ((event.target as Element).closest?.('input, textarea')) return;
      const text = event.clipboardData?.getData('text').trim();
      if (!text) return;
      if (field.current) field.current.value = text;
      void latest.current(text);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
  useEffect(() => setError(''), [place.game]);

  return (
    <details class="paste" ref={details}>
      <summary>Position or game as text</summary>
      <p class="notation">
        <code class="position">{position}</code>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void show(field.current!.value.trim());
        }}
      >
        <label class="field grow">
          <span>Paste a game, or a position: {info?.notation ?? 'in the game’s own notation'}</span>
          <input
            ref={field}
            required
            autocomplete="off"
            spellcheck={false}
            placeholder={info?.example}
            aria-invalid={error !== ''}
            aria-describedby={error ? 'paste-error' : undefined}
          />
        </label>
        <button class="button">Show</button>
      </form>
      {error && (
        <p class="error" id="paste-error" role="alert">
          {error}
        </p>
      )}
    </details>
  );
}
