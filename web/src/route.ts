// What is shown is in the address, after #: reload, back, forward and sharing need nothing else.
import { useEffect, useState } from 'preact/hooks';

export type Parameters = Record<string, string>;
export interface Route {
  view: string;
  parameters: Parameters;
}

export function readRoute(hash = location.hash): Route {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { view: path || 'board', parameters: Object.fromEntries(new URLSearchParams(query)) };
}

// Spaces, colons and slashes are fine after #, and positions stay readable with them.
function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/%(3A|2C|2F|40|7C)/g, (code) => (code === '%7C' ? code : decodeURIComponent(code)));
}

export function link(view: string, parameters: Parameters = {}): string {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');
  return `#/${view}${query && '?'}${query}`;
}

export function go(view: string, parameters: Parameters = {}, replace = false) {
  const target = link(view, parameters);
  if (target === location.hash) return;
  if (replace) {
    history.replaceState(null, '', target);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = target;
  }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const update = () => setRoute(readRoute());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return route;
}
