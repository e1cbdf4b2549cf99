// Choosing a game: its name, then its size among a few useful ones or any other.
import { useEffect, useState } from 'preact/hooks';
import type { GameInfo, Preset } from './api';
import { once, post } from './api';
import { nameOf } from './boards';
import { parametersOf } from './boards/board';

export function useGames() {
  const [games, setGames] = useState<GameInfo[]>([]);
  const [presets, setPresets] = useState<Preset[]>([]);
  useEffect(() => {
    once<GameInfo[]>('/api/games').then(setGames, () => {});
    once<Preset[]>('/api/presets').then(setPresets, () => {});
  }, []);
  return { games, presets };
}

// What a game says of itself, once it is known.
export function useGame(game: string): GameInfo | undefined {
  const [games, setGames] = useState<GameInfo[]>([]);
  useEffect(() => void once<GameInfo[]>('/api/games').then(setGames, () => {}), []);
  return games.find((one) => one.name === nameOf(game));
}

interface Properties {
  game: string;
  lectures?: boolean; // trees too that cannot be searched
  onChoose: (game: string) => void;
}

function sizeTitle(game: string): string {
  const parameters = parametersOf(game);
  return /^\d+x\d+$/.test(parameters) ? parameters.replace('x', ' × ') : parameters || 'usual';
}

// Specs are full names ('connect4:7x6'); games with one form only have the bare name.
export function specsOf(info: GameInfo | undefined, presets: Preset[]): { game: string; title: string }[] {
  if (!info) return [];
  if (info.name === 'tree') return presets.map((preset) => ({ game: preset.game, title: preset.title }));
  return info.specs.map((spec) => ({ game: spec, title: sizeTitle(spec) }));
}

export function GameChooser({ game, lectures, onChoose }: Properties) {
  const { games, presets } = useGames();
  const [other, setOther] = useState(false);
  const [error, setError] = useState('');
  const name = nameOf(game);
  const info = games.find((one) => one.name === name);
  const shown = presets.filter(({ searchable }) => lectures || searchable);
  const specs = specsOf(info, shown);
  const fixed = info?.parameters === 'none';
  const choose = (chosen: string) => {
    setOther(false);
    setError('');
    onChoose(chosen);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('other');
    const text = (field as HTMLInputElement).value;
    if (name !== 'tree') return choose(text.includes(':') ? text.trim() : `${name}:${text.trim()}`);
    try {
      choose((await post<{ game: string }>('/api/tree', { text })).game);
    } catch (refusal) {
      setError((refusal as Error).message);
    }
  };
  return (
    <div class="chooser">
      <label class="field">
        <span>Game</span>
        <select
          value={name}
          onChange={(event) => {
            const chosen = games.find((one) => one.name === event.currentTarget.value);
            if (chosen) choose(specsOf(chosen, shown)[0]?.game ?? chosen.name);
          }}
        >
          {games.length === 0 && <option value={name}>{name}</option>}
          {games.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </select>
      </label>
      {!fixed && (
        <label class="field">
          <span>{name === 'tree' ? 'Tree' : 'Size'}</span>
          <select
            value={other ? '' : game}
            onChange={(event) => (event.currentTarget.value ? choose(event.currentTarget.value) : setOther(true))}
          >
            {!specs.some((spec) => spec.game === game) && (
              <option value={game}>{game.startsWith('tree:@#') ? 'your own' : sizeTitle(game)}</option>
            )}
            {specs.map((spec) => (
              <option key={spec.game} value={spec.game}>
                {spec.title}
              </option>
            ))}
            <option value="">{name === 'tree' ? 'your own…' : 'other…'}</option>
          </select>
        </label>
      )}
      {other && (
        <form class="other" onSubmit={submit}>
          {name === 'tree' ? (
            <label class="field grow">
              <span>One node a line</span>
              <textarea name="other" rows={5} spellcheck={false} required placeholder={'a Max: b c\nb Min: d=3 e=-1\nc Min: f=2 g=0'} />
            </label>
          ) : (
            <label class="field grow">
              <span>{info?.parameters}</span>
              <input name="other" required autocomplete="off" spellcheck={false} />
            </label>
          )}
          <button class="button">Choose</button>
        </form>
      )}
      {error && <p class="error" role="alert">{error}</p>}
    </div>
  );
}
