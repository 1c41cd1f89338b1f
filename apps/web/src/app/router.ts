import { computed, signal } from '@preact/signals';

/** Where the page is: the hash, as path segments and a query. */
export interface Place {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const place = computed((): Place => parsePlace(hash.value));

export function parsePlace(text: string): Place {
  const [path = '', query = ''] = text.replace(/^#?\/?/, '').split('?', 2);
  const segments = path.split('/').filter((segment) => segment !== '');
  return { segments: segments.map(decoded), query: new URLSearchParams(query) };
}

/** A hash or an address somebody typed need not be well formed. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The address of a place within the page. */
export function href(segments: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const path = segments.map(encodeURIComponent).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

export function go(segments: readonly string[], query?: Readonly<Record<string, string>>): void {
  location.hash = href(segments, query);
}

/** Puts a place in the stead of this one: Back does not lead here. */
export function replacePlace(segments: readonly string[], query?: Readonly<Record<string, string>>): void {
  history.replaceState(history.state, '', href(segments, query));
  hash.value = location.hash;
}
