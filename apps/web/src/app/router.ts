import { computed, signal } from '@preact/signals';

/** Where the page is: the hash, as path segments and a query. */
export interface Place {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** What saves by itself whatever is typed into it. */
const WRITTEN = '.title-field, .cm-content';

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  leaveText(parsePlace(location.hash).segments);
  hash.value = location.hash;
});

export const place = computed((): Place => parsePlace(hash.value));

export function parsePlace(text: string): Place {
  const [path = '', query = ''] = text.replace(/^#?\/?/, '').split('?', 2);
  return { segments: segmentsOf(path).map(decoded), query: new URLSearchParams(query) };
}

/** The segments of a path, as `graph/path` is written. */
export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

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
  leaveText(segments);
  location.hash = href(segments, query);
  // The event comes later, and keys may come before it.
  hash.value = location.hash;
}

/** Takes focus off the text of the note that is left: what is typed until the next screen is there is not for it. */
export function leaveText(next: readonly string[]): void {
  if (href(next) === href(place.peek().segments)) return;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches(WRITTEN)) activeElement.blur();
}

/** Puts a place in the stead of this one: Back does not lead here. */
export function replacePlace(segments: readonly string[], query?: Readonly<Record<string, string>>): void {
  history.replaceState(history.state, '', href(segments, query));
  hash.value = location.hash;
}
