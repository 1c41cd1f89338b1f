import type { Tree } from '../files/tree.js';
import type { FileItem, NoteItem } from '../item.js';
import type { Listing, Source } from '../source.js';
import { Names } from '../unlike-names.js';
import { readNote } from './read-note.js';
import { type NoteSpan, scanExport } from './scan.js';

const ENEX = /\.enex$/i;

/** Where a note is, and what it is known by. */
interface Placed {
  readonly file: FileItem;
  readonly span: NoteSpan;
  readonly path: string;
  readonly key: string;
}

/** What the text of a note calls another note; its key follows. */
const NOTE = ':note/';
const noteTarget = (key: string) => NOTE + encodeURIComponent(key);

/** Exports of notebooks, one a file; a single one is the notebook at the top. */
export const evernoteSource = (tree: Tree, { single }: { single: boolean }): Source => ({
  list: (signal) => list(tree, single, signal),
  close: () => tree.close(),
});

async function list(tree: Tree, single: boolean, signal: AbortSignal | undefined): Promise<Listing> {
  const { files, skipped, complete } = await tree.walk(signal);
  const unread: NoteItem[] = [];
  let placed: readonly Placed[] = [];
  for (const file of files.filter(isExport)) {
    const spans = await scanFile(file, signal);
    if ('reason' in spans) unread.push({ ...file, rejection: spans, read: () => Promise.resolve(spans) });
    else placed = placed.concat(place(file, spans));
  }
  const titles = titlesOf(placed);
  const keys = new Set(placed.map(({ key }) => key));
  return {
    notes: [...unread, ...placed.map((each) => noteItem(each, single, titles))],
    others: files.length - files.filter(isExport).length,
    skipped,
    complete: complete && signal?.aborted !== true,
    resolve: (_, { path }) => {
      const key = path.startsWith(NOTE) ? path.slice(NOTE.length) : undefined;
      return key !== undefined && keys.has(key) ? { note: key } : undefined;
    },
    linksNotes: true,
  };
}

const isExport = ({ path }: FileItem) => ENEX.test(path) || path.endsWith('/');

async function scanFile(file: FileItem, signal: AbortSignal | undefined) {
  if (file.rejection !== undefined) return file.rejection;
  const stamp = await file.stamp();
  const spans = await file.open(async (open) => ({
    stamp,
    notes: await scanExport(file.filename, open.pieces(Number.MAX_SAFE_INTEGER - 1), signal),
  }));
  return spans;
}

/** Names notes by their titles, and knows them by when they were made: of several at once, by their titles too. */
function place(file: FileItem, { notes, stamp }: { notes: readonly NoteSpan[]; stamp: string }): Placed[] {
  const made = countOf(notes.map(({ created }) => created));
  const [paths, keys] = [new Names(), new Names()];
  return notes.map((span) => {
    const { title, created } = span;
    const isAlone = created !== '' && made.get(created) === 1;
    const path = paths.unlike(`${file.path}/${title.replaceAll('/', '-') || 'Untitled'}`);
    const key = keys.unlike(`${file.key}/${isAlone ? created : `${created}/${title}`}`);
    return { file: { ...file, stamp: () => Promise.resolve(stamp) }, span, path, key };
  });
}

/** The key of the only note of a title, in an export or in all of them: links to notes say nothing else of them. */
type Titles = (file: FileItem, title: string) => string | undefined;

function titlesOf(placed: readonly Placed[]): Titles {
  const keys = new Map<string, string | null>();
  for (const { key, span, file } of placed)
    for (const name of [span.title, inFile(file, span.title)]) keys.set(name, keys.has(name) ? null : key);
  return (file, title) => keys.get(inFile(file, title)) ?? keys.get(title) ?? undefined;
}

const inFile = (file: FileItem, title: string) => `${file.path}\n${title}`;

function countOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function noteItem({ file, span, path, key }: Placed, single: boolean, titles: Titles): NoteItem {
  const folder = single ? [] : [...file.folder, file.filename.replace(ENEX, '')];
  const item = { path, key, folder };
  const target = (title: string) => {
    const found = titles(file, title);
    return found === undefined ? undefined : noteTarget(found);
  };
  return {
    ...item,
    stamp: async () => JSON.stringify([await file.stamp(), span.start, span.end]),
    read: () => readNote({ item, file, span, noteTarget: target }),
  };
}
