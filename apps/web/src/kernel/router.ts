import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { readStored, writeStored } from './browser-storage.js';
import { cancelNoteFocus, isByKeyboard, requestNoteFocus } from './note-focus.js';

/** Location within the page: the hash, as path segments and a query. */
export interface PageLocation {
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** Fields that save their text automatically. */
const TEXT_FIELDS = '.title-field, .cm-content';

const hash = signal(location.hash);
/** Number of entries added by this page. An entry that was seen has a state with its id; a new one has none. */
let entryCount = 0;
function newState(): { readonly entry: string } {
  entryCount += 1;
  return { entry: `${performance.timeOrigin} ${entryCount}` };
}
if (readEntry() === undefined) history.replaceState(newState(), '');
const entry = signal(readEntry() ?? '');

function readEntry(): string | undefined {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'entry' in state ? String(state.entry) : undefined;
}

addEventListener('hashchange', () => {
  leaveTextField(parseLocation(location.hash).segments);
  followHash();
});

/** Adjusts a new entry of the history to the previous one. The `hashchange` event comes after `go` did so. */
let adjustHash = (next: string, _previous: string): string => next;

/** Registers how the address of a new entry depends on the previous address. */
export const onNewEntry = (adjust: typeof adjustHash): void => {
  adjustHash = adjust;
};

function followHash(): void {
  if (readEntry() === undefined) history.replaceState(newState(), '', adjustHash(location.hash, hash.peek()));
  batch(() => {
    entry.value = readEntry() ?? '';
    hash.value = location.hash;
  });
}

/** Id of the current entry of the history; it stays through Back, Forward and a reload. */
export const currentEntry: ReadonlySignal<string> = entry;

/** Calls `run` when the page goes to another entry of the history. Returns a function that stops this. */
export function onLeave(run: () => void): () => void {
  const left = entry.peek();
  return entry.subscribe((current) => {
    if (current !== left) run();
  });
}

/** Current location within the page. */
export const currentLocation = computed((): PageLocation => parseLocation(hash.value));

/** Parses a hash into a location. */
export function parseLocation(text: string): PageLocation {
  const [path = '', ...query] = text.replace(/^#?\/?/, '').split('?');
  return { segments: splitPath(path).map(decodeSegment), query: new URLSearchParams(query.join('?')) };
}

/** Splits a path such as `graph/path` into segments. */
export const splitPath = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Decodes a segment; a hash typed by hand may be malformed. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the address of a location within the page. */
export function href(segments: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const path = segments.map(encodeURIComponent).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

/** Goes to a location, adding an entry to the history. */
export function go(segments: readonly string[], query?: Readonly<Record<string, string>>): void {
  leaveTextField(segments);
  location.hash = href(segments, query);
  // The `hashchange` event comes later, and key events may come before it.
  followHash();
}

/**
 * Takes focus off the text of the note being left, so that keys typed before the next screen is shown do not change it.
 * The next note takes focus that is lost in this way, or because the element that had it belongs to the screen being
 * left.
 */
export function leaveTextField(next: readonly string[]): void {
  if (href(next) === href(currentLocation.peek().segments)) return;
  const { activeElement } = document;
  const isInText = activeElement instanceof HTMLElement && activeElement.matches(TEXT_FIELDS);
  if (isInText) activeElement.blur();
  if (!leadsToNote(next)) cancelNoteFocus();
  else if (isInText || (activeElement !== document.body && isByKeyboard())) requestNoteFocus('when lost');
}

const leadsToNote = (segments: readonly string[]): boolean =>
  (segments[0] === 'n' && segments.length === 2) || segments[0] === 'today';

/** Replaces the current location in the history, so that Back does not return to it. */
export function replaceLocation(segments: readonly string[], query?: Readonly<Record<string, string>>): void {
  history.replaceState(history.state, '', href(segments, query));
  hash.value = location.hash;
}

const KEY = 'notes.scope';

/** Stores the current location as the scope to resume at the next visit. */
export const rememberScope = (): void => writeStored('localStorage', KEY, location.hash);

/** Returns the stored scope of the last visit; the root when there is none. */
export const lastScope = (): PageLocation => parseLocation(readStored('localStorage', KEY) ?? '');

/** Resumes the scope of the last visit, unless the address names a location. */
export function resumeScope(): void {
  if (location.hash !== '') return;
  const { segments, query } = lastScope();
  replaceLocation(segments, Object.fromEntries(query));
}
