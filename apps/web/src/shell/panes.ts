import { computed, effect, signal } from '@preact/signals';
import { createContext } from 'preact';
import {
  currentLocation,
  go,
  href,
  onNewEntry,
  type PageLocation,
  parseLocation,
  replaceLocation,
} from '../kernel/router.js';

/** A note can be open in the main pane, and another one in the pane at its side. */
export type Pane = 'main' | 'side';

/** Fields of the address that describe the side pane: its note, and the fields of that note's own address. */
const SIDE = 'side';
const SIDE_FIELDS = ['mode', 'at', 'line'] as const;
/** Screens that are shown beside the list, and so leave room for a note at their side. */
const WORKSPACE: ReadonlySet<string | undefined> = new Set([undefined, 'search', 'new', 'n', 'nb', 'trash']);

/** Windows below this width show one note. */
const wide = matchMedia('(width >= 960px)');
const isWide = signal(wide.matches);
wide.addEventListener('change', () => {
  isWide.value = wide.matches;
});

/** Pane that is rendered. */
export const PaneContext = createContext<Pane>('main');

/** Pane used last. Commands and the inspector belong to its note. */
export const usedPane = signal<Pane>('main');

/** Location of the side pane; undefined while there is none, as in a narrow window. */
export const sideLocation = computed((): PageLocation | undefined => {
  const { segments, query } = currentLocation.value;
  const id = query.get(SIDE);
  const isShown = id !== null && isWide.value && hasRoom(segments) && !(segments[0] === 'n' && segments[1] === id);
  if (!isShown) return undefined;
  const fields = SIDE_FIELDS.flatMap((name) => {
    const value = query.get(sideField(name));
    return value === null ? [] : [[name, value]];
  });
  return { segments: ['n', id], query: new URLSearchParams(fields) };
});

/** Returns the location of the pane used last. */
export const usedLocation = (): PageLocation =>
  (usedPane.value === 'side' ? sideLocation.value : undefined) ?? currentLocation.value;

const hasRoom = (segments: readonly string[]) =>
  WORKSPACE.has(segments[0]) && (segments[0] !== 'n' || segments.length === 2);

const sideField = (name: string) => `${SIDE}-${name}`;

/** Returns the fields of an address without those of the side pane. */
const mainFields = (query: URLSearchParams) =>
  Object.fromEntries([...query].filter(([name]) => name !== SIDE && !name.startsWith(`${SIDE}-`)));

const toSideFields = (id: string, query: Readonly<Record<string, string>>) => ({
  [SIDE]: id,
  ...Object.fromEntries(Object.entries(query).map(([name, value]) => [sideField(name), value])),
});

/** Opens a note at the side of the current screen, or in its place where there is no room. */
export function openAtSide(id: string, query: Readonly<Record<string, string>> = {}): void {
  const { segments, query: fields } = currentLocation.peek();
  if (isWide.peek() && hasRoom(segments)) {
    go(segments, { ...mainFields(fields), ...toSideFields(id, query) });
    usedPane.value = 'side';
  } else go(['n', id], query);
}

/** Opens a note in the pane used last. */
export function openInUsedPane(id: string, query: Readonly<Record<string, string>> = {}): void {
  if (usedPane.peek() === 'side') openAtSide(id, query);
  else go(['n', id], query);
}

/** Replaces the fields of a pane's note in the address, such as its mode. */
export function replacePaneFields(pane: Pane, fields: Readonly<Record<string, string>>): void {
  const { segments, query } = currentLocation.peek();
  const changed =
    pane === 'main'
      ? fields
      : Object.fromEntries(Object.entries(fields).map(([name, value]) => [sideField(name), value]));
  replaceLocation(segments, { ...Object.fromEntries(query), ...changed });
}

let isClosing = false;

export function closeSide(): void {
  const { segments, query } = currentLocation.peek();
  isClosing = true;
  go(segments, mainFields(query));
  isClosing = false;
}

/** A link does not name the side pane, which stays when another note or list is opened. */
onNewEntry((next, previous) => {
  const { segments, query } = parseLocation(next);
  const before = parseLocation(previous).query;
  const id = before.get(SIDE);
  if (id === null || isClosing || query.has(SIDE) || !hasRoom(segments)) return next;
  const kept = [...before].filter(([name]) => name === SIDE || name.startsWith(`${SIDE}-`));
  return href(segments, { ...Object.fromEntries(query), ...Object.fromEntries(kept) });
});

/** Returns the note that a link of the page leads to. */
export function findLinkedNote(target: EventTarget | null): PageLocation | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/n/"]') : null;
  const linked = link && parseLocation(link.getAttribute('href') as string);
  return linked?.segments.length === 2 ? linked : undefined;
}

effect(() => {
  if (sideLocation.value === undefined) usedPane.value = 'main';
});
