// The moves played, and what each of them was worth.
import type { Annotation, Note } from '../annotating';
import { kSigns } from '../annotating';
import type { Place } from '../place';
import { visit } from '../place';
import { Scrolling } from '../scrolling';
import type { Setting } from '../words';
import { sentence } from '../words';

interface Properties {
  place: Place;
  annotation: Annotation;
  setting: Setting | null;
  onAnnotate: () => void;
  onStop: () => void;
}

export function Record({ place, annotation, setting, onAnnotate, onStop }: Properties) {
  if (place.moves.length === 0) return null;
  const { notes, left, running, error } = annotation;
  const judged = notes.length > 0;
  const faults = notes.map((note, k) => ({ note, k })).filter(({ note }) => note && kSigns[note.kind]);
  return (
    <>
      <Scrolling kind="record" label="Moves played" count={place.moves.length}>
        <ol aria-label="Moves played">
          {place.moves.map((move, k) => {
            const note = notes[k];
            return (
              <li key={k}>
                <button
                  class={`${k + 1 === place.at ? 'now' : k >= place.at ? 'undone' : ''} ${note ? `note-${note.kind}` : ''}`}
                  aria-current={k + 1 === place.at ? 'step' : undefined}
                  title={note && setting ? describe(note, setting) : undefined}
                  onClick={() => visit({ ...place, at: k + 1 })}
                >
                  {move}
                  {note && kSigns[note.kind]}
                </button>
              </li>
            );
          })}
        </ol>
      </Scrolling>
      <div class="row controls">
        <button class="button small" onClick={running ? onStop : onAnnotate}>
          {running ? 'Stop' : judged ? 'Judge the moves again' : 'Judge every move'}
        </button>
        <span class="muted" role="status">
          {running ? `${left} of ${place.moves.length} moves left` : judged && left === 0 ? conclusion(notes) : ''}
        </span>
      </div>
      {error && <p class="error" role="alert">{error}</p>}
      {faults.length > 0 && setting && (
        <Scrolling kind="faults" label="Moves that gave something away" count={faults.length}>
          <ul class="notes" aria-label="Moves that gave something away">
            {faults.map(({ note, k }) => (
              <li key={k} class={`note-${note!.kind}`}>
                <button class="linkish" onClick={() => visit({ ...place, at: k })}>
                  {k + 1}. {note!.mover} {place.moves[k]}{kSigns[note!.kind]}
                </button>{' '}
                {describe(note!, setting)}
              </li>
            ))}
          </ul>
        </Scrolling>
      )}
    </>
  );
}

function conclusion(notes: (Note | null)[]): string {
  if (notes.some((note) => note?.kind === 'open')) return 'Some moves could not be judged in time.';
  return notes.every((note) => note?.kind === 'best') ? 'No move gave anything away.' : '';
}

// Of values without the position they are about: Connect Four's are numbers there.
function describe({ kind, was, is, best }: Note, setting: Setting): string {
  const bare = { ...setting, position: '' };
  const instead = best.length > 0 && kind !== 'best' ? `; ${best.slice(0, 4).join(' or ')} ${best.length === 1 ? 'was' : 'were'} best` : '';
  const change = `${sentence(was, bare)} before, ${sentence(is, bare)} after it${instead}`;
  switch (kind) {
    case 'win': return `threw the win away: ${change}`;
    case 'draw': return `gave up the draw: ${change}`;
    case 'less': return `gets less than it could: ${change}`;
    case 'best': return `a best move: ${sentence(is, bare)}`;
    case 'open': return 'not judged: its value was not found in time';
  }
}
