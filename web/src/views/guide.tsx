// What the page is about: the rules of the games, the algorithms, the words, where all of it comes from.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { About } from '../api';
import { once } from '../api';
import { useGames } from '../chooser';
import { examples } from '../positions';
import type { Parameters } from '../route';
import { go, link } from '../route';

// Made from the project's documents when the page is built (build.mjs).
interface Guide {
  algorithms: string;
  glossary: string;
  games: Record<string, string>; // by name of the game
}

let fetched: Promise<Guide> | null = null;
export function guide(): Promise<Guide> {
  fetched ??= fetch('guide.json').then((response) => {
    if (!response.ok) throw new Error('The guide is not here.');
    return response.json() as Promise<Guide>;
  });
  fetched.catch(() => (fetched = null));
  return fetched;
}

const kPages = { about: 'About', games: 'Games', algorithms: 'Algorithms', glossary: 'Words' };
type Page = keyof typeof kPages;

export function GuidePage({ parameters }: { parameters: Parameters }) {
  const page: Page = parameters.page in kPages ? (parameters.page as Page) : 'about';
  const [text, setText] = useState<Guide | null>(null);
  const [error, setError] = useState('');
  useEffect(() => void guide().then(setText, (refusal: Error) => setError(refusal.message)), []);
  const body = useRef<HTMLDivElement>(null);
  // To the heading that is asked for; links within the text stay within the guide.
  useEffect(() => {
    if (!text || !body.current) return;
    const target = parameters.at && body.current.querySelector<HTMLElement>(`#${CSS.escape(parameters.at)}`);
    if (target) {
      target.scrollIntoView();
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    } else {
      scrollTo(0, 0);
    }
  }, [text, page, parameters.at]);
  const onClick = (event: MouseEvent) => {
    const to = (event.target as Element).closest<HTMLElement>('a[data-page]');
    if (!to) return;
    event.preventDefault();
    go('guide', { page: to.dataset.page!, at: to.dataset.at ?? '' });
  };
  return (
    <>
      <h1 class="hidden">Guide</h1>
      <nav class="pages" aria-label="Pages of the guide">
        {Object.entries(kPages).map(([name, title]) => (
          <a key={name} href={link('guide', { page: name })} aria-current={page === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {error && <p class="error card" role="alert">{error}</p>}
      <div class="card prose" ref={body} onClick={onClick}>
        {page === 'about' && <AboutText />}
        {text && page === 'games' && <GamesText guide={text} at={parameters.at} />}
        {text && (page === 'algorithms' || page === 'glossary') && <div dangerouslySetInnerHTML={{ __html: text[page] }} />}
        {!text && !error && page !== 'about' && <div class="placeholder" aria-busy="true" />}
      </div>
    </>
  );
}

function AboutText() {
  const [about, setAbout] = useState<About | null>(null);
  useEffect(() => void once<About>('/api/about').then(setAbout, () => {}), []);
  return (
    <>
      <h2>Solvent {about?.version}</h2>
      <p>
        Solvent finds the exact value of a position in a game for two players without chance and without hidden cards, and proves it. A value is shown only
        when it is proved; until then you see bounds, which are proved too.
      </p>
      <ul>
        <li><a href={link('board')}>Board</a>: play any position and see what every move is worth.</li>
        <li><a href={link('search')}>Search</a>: watch an algorithm at work, step by step, on a tree that is drawn.</li>
        {about?.proofs !== false && <li><a href={link('proof')}>Proof</a>: open a certificate and walk through it.</li>}
        <li><a href={link('guide', { page: 'games' })}>Games</a>, <a href={link('guide', { page: 'algorithms' })}>algorithms</a> and the <a href={link('guide', { page: 'glossary' })}>words</a> that are used.</li>
      </ul>
      <h3>Algorithms and their sources</h3>
      <dl class="sources">
        {about?.algorithms.filter((one) => one.source).map((one) => (
          <div key={one.name}>
            <dt>{one.name}</dt>
            <dd>{one.summary} <span class="muted">{one.source}</span></dd>
          </div>
        ))}
      </dl>
      <h3>Made with</h3>
      <p>Preact, d3-hierarchy and marked (MIT and ISC licences). The solver is C++20.</p>
    </>
  );
}

function GamesText({ guide, at }: { guide: Guide; at?: string }) {
  const { games } = useGames();
  const shown = games.filter((game) => guide.games[game.name]);
  const name = shown.some((game) => game.name === at) ? at! : 'connect4';
  return (
    <>
      <label class="field inline">
        <span>Game</span>
        <select value={name} onChange={(event) => go('guide', { page: 'games', at: event.currentTarget.value })}>
          {shown.map((game) => <option key={game.name} value={game.name}>{game.title}</option>)}
        </select>
      </label>
      <Examples name={name} />
      <div dangerouslySetInnerHTML={{ __html: guide.games[name] ?? '' }} />
    </>
  );
}

export function Examples({ name }: { name: string }) {
  const shown = examples[name] ?? [];
  if (shown.length === 0) return null;
  return (
    <ul class="examples" aria-label="Instructive positions">
      {shown.map(({ title, game, position, moves, outcomes }) => (
        <li key={title}>
          <a href={link('board', { game, outcomes: outcomes ?? '', position: position ?? '', moves: moves ?? '' })}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

// Beside the board: the rules of its game.
export function Rules({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<Guide | null>(null);
  useEffect(() => void (open && guide().then(setText, () => {})), [open]);
  const { games } = useGames();
  const info = games.find((game) => game.name === name);
  return (
    <details class="rules" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Rules and examples</summary>
      {info && (
        <p>
          {info.summary}. Positions are written as {info.notation}.
        </p>
      )}
      <Examples name={name} />
      {text && <div class="prose short" tabIndex={0} role="group" aria-label="Rules" dangerouslySetInnerHTML={{ __html: text.games[name] ?? '' }} />}
      <p><a href={link('guide', { page: 'games', at: name })}>All about this game</a></p>
    </details>
  );
}
