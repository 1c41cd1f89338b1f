import { call } from '../api/client.js';
import type { Found } from '../finder/finder.worker.js';
import type { Target } from '../finder/rank.js';
import { useFinder } from '../finder/use-finder.js';
import { useTags } from '../kernel/library.js';
import { cancelNoteFocus, repeatVisit, requestNoteFocus } from '../kernel/note-focus.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { createNote } from '../notes/create-note.js';
import { tagQuery } from '../search/queries.js';
import { openAtSide, openInUsedPane } from '../shell/panes.js';
import { number } from '../text/numbers.js';
import type { IconName } from '../ui/icon.js';
import { formatTitle } from '../ui/note-link.js';
import { type Entry, matches } from './entry.js';
import { listApplicable } from './registry.js';
import { openNote } from './standard.js';
import { text } from './switcher-texts.js';

/** A row of the switcher. */
export interface Item {
  readonly id: string;
  readonly label: string;
  /** Kind of target, for its icon. */
  readonly icon?: IconName;
  /** Ranges of the label that match the typed text. */
  readonly ranges?: readonly (readonly [number, number])[];
  /** Secondary text, such as the number of notes of a tag. */
  readonly detail?: string;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** True when the row must stay visible; such rows come last. */
  readonly isFallback?: boolean;
  /** Opens the row at the side, if it is a note. */
  readonly openAtSide?: () => void;
}

const MAX_TAGS = 50;

const goTo = (id: string, label: string, address: string, detail?: string): Item => ({
  id,
  label,
  ...(detail !== undefined && { detail }),
  run: () => {
    location.hash = address;
  },
});

/** Opens a note and moves focus into it. */
function enterNote(open: typeof openAtSide, note: string, fields: Readonly<Record<string, string>>): void {
  const before = location.hash;
  requestNoteFocus();
  open(note, fields);
  if (location.hash === before) repeatVisit();
}

/** A row that goes to a place in a note, in the pane used last. */
const openItem = (id: string, label: string, note: string, fields: Readonly<Record<string, string>>): Item => ({
  id,
  label,
  run: () => enterNote(openInUsedPane, note, fields),
});

/** Rows of the switcher for a query. */
interface Items {
  readonly items: readonly Item[];
  /** False while the first row may still change. */
  readonly isSettled: boolean;
  /** Number of notes read so far, while not all were read. */
  readonly readCount: number | undefined;
}

/** Returns the rows of the switcher for a query. */
export function useItems(entry: Entry): Items {
  const notes = useNotes(entry);
  const tags = useTagItems(entry);
  const headings = useHeadings(entry);
  const byKind: Readonly<Record<Exclude<Entry['kind'], 'notes'>, () => readonly Item[]>> = {
    tags: () => tags,
    headings: () => headings,
    commands: () => commandItems(entry.text),
    query: () => [searchItem(entry.text)],
    line: () => lineItems(entry.text),
  };
  return entry.kind === 'notes' ? notes : { items: byKind[entry.kind](), isSettled: true, readCount: undefined };
}

/**
 * Returns the notes opened or changed last, or the targets that match the text; and actions that search for the text or
 * create a note with that title.
 */
function useNotes({ kind, text: title }: Entry): Items {
  const { found, ...state } = useFinder(kind === 'notes' ? title : '', openNote());
  const items = found.map(foundItem);
  const fallbacks = [searchItem(title), creationItem(title)].map((item) => ({ ...item, isFallback: true }));
  return { ...state, items: title === '' ? items : [...items, ...fallbacks] };
}

const icons = { note: 'notes', notebook: 'notebook', tag: 'tag', heading: 'heading' } as const;

function foundItem({ target, ranges, isByText }: Found): Item {
  const { kind, id, name, container, anchor } = target;
  const label = formatTitle(name);
  const detail = isByText ? text.inText(container) : container;
  const item = goTo(`${kind} ${id} ${anchor ?? ''}`, label, targetHref(target), detail);
  // Offsets are those of the name, which may be shown in another form.
  const isNote = kind === 'note' || kind === 'heading';
  const fields = anchor === undefined ? {} : { at: anchor };
  return {
    ...item,
    icon: icons[kind],
    ranges: label === name ? ranges : [],
    ...(isNote && {
      run: () => enterNote(openInUsedPane, id, fields),
      openAtSide: () => enterNote(openAtSide, id, fields),
    }),
  };
}

const targetHref = ({ kind, id, name }: Target): string =>
  kind === 'tag' ? href(['search'], { q: tagQuery(name) }) : href([kind === 'notebook' ? 'nb' : 'n', id]);

const searchItem = (query: string): Item => goTo('query', text.searchFor(query), href(['search'], { q: query }));

/** Returns the action that creates a note with a title. */
export const creationItem = (title: string): Item => ({
  id: 'create',
  label: text.create(title),
  keys: ['Shift+Enter'],
  run: () => {
    requestNoteFocus();
    void createNote(title).then((isCreated) => isCreated || cancelNoteFocus());
  },
});

function useTagItems({ kind, text: typed }: Entry): readonly Item[] {
  const tags = useTags().value ?? [];
  if (kind !== 'tags') return [];
  return tags
    .filter(({ name }) => matches(name, typed))
    .slice(0, MAX_TAGS)
    .map(({ name, note_count }) => goTo(name, `#${name}`, href(['search'], { q: tagQuery(name) }), number(note_count)));
}

function useHeadings({ kind, text: typed }: Entry): readonly Item[] {
  const note = kind === 'headings' ? openNote() : undefined;
  const outline = useData(`headings ${note}`, async (signal) =>
    note === undefined ? [] : (await call('getDocumentOutline', { document_id: note }, signal)).headings,
  );
  return (outline.value ?? [])
    .filter((heading) => matches(heading.text, typed))
    .map(({ anchor, text: label, block_id, level }) =>
      openItem(block_id, `${'\u2003'.repeat(level - 1)}${label}`, note as string, { at: anchor }),
    );
}

const commandItems = (typed: string): readonly Item[] =>
  listApplicable()
    .filter(({ title }) => matches(title, typed))
    .map(({ id, title, keys, run }) => ({ id, label: title, keys, run }));

function lineItems(typed: string): readonly Item[] {
  const note = openNote();
  const line = Number(typed);
  if (note === undefined || !Number.isInteger(line) || line < 1) return [];
  return [openItem('line', text.goToLine(number(line)), note, { line: typed })];
}
