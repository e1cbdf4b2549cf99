import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { connection, isLocal, watchServer } from './api';
import type { Parameters } from './route';
import { link, useRoute } from './route';
import { BoardPage } from './views/board';
import { GuidePage } from './views/guide';
import { ProofPage } from './views/proof';
import { SearchPage } from './views/search';

const views: Record<string, { title: string; page: (p: { parameters: Parameters }) => preact.JSX.Element }> = {
  board: { title: 'Board', page: BoardPage },
  search: { title: 'Search', page: SearchPage },
  ...(isLocal ? {} : { proof: { title: 'Proof', page: ProofPage } }), // certificates are made and checked by the server
  guide: { title: 'Guide', page: GuidePage },
};

function Banner() {
  const [down, setDown] = useState(connection.down);
  const [back, setBack] = useState(false);
  useEffect(() => {
    let timer = 0;
    const stop = connection.subscribe(() => {
      setDown(connection.down);
      setBack(!connection.down);
      clearTimeout(timer);
      if (!connection.down) timer = setTimeout(() => setBack(false), 3000) as unknown as number;
    });
    return () => (stop(), clearTimeout(timer));
  }, []);
  return (
    <div class="banners" role="status" aria-live="polite">
      {down && (
        <div class="banner bad">
          <span>The server does not answer. The page keeps trying and continues when it is back.</span>
          <button class="button small" onClick={() => connection.tryNow()}>
            Try now
          </button>
        </div>
      )}
      {!down && back && <div class="banner good">The server is back.</div>}
    </div>
  );
}

function App() {
  const route = useRoute();
  // Each view keeps its place: coming back to it shows what was there.
  const [places, setPlaces] = useState<Record<string, Parameters>>({});
  const name = route.view in views ? route.view : 'board';
  useEffect(() => setPlaces((old) => ({ ...old, [name]: route.parameters })), [route]);
  useEffect(() => {
    document.title = `${views[name].title} · Solvent`;
  }, [name]);
  const Page = views[name].page;
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById('main')?.focus())}>
        Skip to the content
      </a>
      <header class="top">
        <div class="topbar">
          <a class="mark" href={link('board')}>
            <span class="drop" aria-hidden="true" />
            Solvent
          </a>
          <nav aria-label="Views">
            {Object.entries(views).map(([view, { title }]) => (
              <a key={view} href={link(view, places[view])} aria-current={view === name ? 'page' : undefined}>
                {title}
              </a>
            ))}
          </nav>
        </div>
      </header>
      <Banner />
      <main id="main" class="page" tabIndex={-1}>
        <Page key={name} parameters={route.parameters} />
      </main>
    </>
  );
}

const root = document.getElementById('app')!;
root.textContent = '';
render(<App />, root);
if (!isLocal) watchServer();
