import { call } from '../api/client.js';
import { useTags } from '../kernel/library.js';
import { href } from '../kernel/router.js';
import { useData } from '../kernel/use-data.js';
import { createNote } from '../notes/create-note.js';
import { OWN_NOTES, tagQuery } from '../search/queries.js';
import { number } from '../text/numbers.js';
import { formatTitle } from '../ui/note-link.js';
import { useSuggestions } from '../ui/use-suggestions.js';
import { type Entry, matches } from './entry.js';
import { listApplicable } from './registry.js';
import { openNote } from './standard.js';
import { text } from './texts.js';

/** A row of the switcher. */
export interface Item {
  readonly id: string;
  readonly label: string;
  /** Secondary text, such as the number of notes of a tag. */
  readonly detail?: string;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
  /** True when the row must stay visible; such rows come last. */
  readonly isFallback?: boolean;
  /** Address of the row, if it is a location. */
  readonly href?: string;
}

const RECENT = 20;
const MAX_TAGS = 50;

const goTo = (id: string, label: string, address: string, detail?: string): Item => ({
  id,
  label,
  href: address,
  ...(detail !== undefined && { detail }),
  run: () => {
    location.hash = address;
  },
});

/** Returns the rows of the switcher for a query. */
export function useItems(entry: Entry): readonly Item[] {
  const notes = useNotes(entry);
  const tags = useTagItems(entry);
  const headings = useHeadings(entry);
  switch (entry.kind) {
    case 'notes':
      return notes;
    case 'tags':
      return tags;
    case 'headings':
      return headings;
    case 'commands':
      return commandItems(entry.text);
    case 'query':
      return [searchItem(entry.text)];
    case 'line':
      return lineItems(entry.text);
  }
}

/**
 * Returns the notes changed last, or those whose titles begin with the text, and an action that creates one with that
 * title.
 */
function useNotes({ kind, text: title }: Entry): readonly Item[] {
  const suggestions = useSuggestions(kind === 'notes' ? title : '', RECENT);
  const recent = useData('recent', async (signal) => {
    const page = await call('searchDocuments', { query: OWN_NOTES, sort: 'updated', limit: RECENT }, signal);
    return page.results;
  });
  const found = title === '' ? (recent.value ?? []) : suggestions;
  const items = found.map((note) => goTo(note.document_id, formatTitle(note.title), href(['n', note.document_id])));
  return title === ''
    ? items
    : [...items, { ...searchItem(title), isFallback: true }, { ...creationItem(title), isFallback: true }];
}

const searchItem = (query: string): Item => goTo('query', text.searchFor(query), href(['search'], { q: query }));

/** Returns the action that creates a note with a title. */
export const creationItem = (title: string): Item => ({
  id: 'create',
  label: text.create(title),
  keys: ['Shift+Enter'],
  run: () => createNote(title),
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
      goTo(block_id, `${'\u2003'.repeat(level - 1)}${label}`, href(['n', note as string], { at: anchor })),
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
  return [goTo('line', text.goToLine(number(line)), href(['n', note], { line: typed }))];
}
