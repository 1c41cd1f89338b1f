import { countBy } from '../count-by.js';
import { DistinctNames } from '../distinct-names.js';
import { countUnread, listFolderLinks, type Tree } from '../files/tree.js';
import type { FileItem, NoteItem } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import type { Listing, Source } from '../source.js';
import type { NoteLink } from './enml.js';
import { readNote } from './read-note.js';
import { type NoteSpan, scanExport } from './scan.js';

const ENEX = /\.enex$/i;

/** A note with its position, path and ids. */
interface LocatedNote {
  readonly file: FileItem;
  readonly span: NoteSpan;
  readonly path: string;
  readonly key: string;
  /** GUID, which some programs write. */
  readonly ownId: string | undefined;
}

/** Prefix of links to other notes in converted text. The key of the note follows. */
const NOTE = ':note/';
const noteTarget = (key: string) => NOTE + encodeURIComponent(key);

/** Reads exports of notebooks, one per file. A single export becomes the top notebook. */
export const evernoteSource = (tree: Tree, { single }: { single: boolean }, rules: NoteRules): Source => ({
  list: (signal) => list(tree, { single, rules }, signal),
  close: () => tree.close(),
});

interface ListOptions {
  readonly single: boolean;
  readonly rules: NoteRules;
}

async function list(tree: Tree, options: ListOptions, signal: AbortSignal | undefined): Promise<Listing> {
  const walk = await tree.walk(signal);
  const { files, skipped, complete } = walk;
  const unread: NoteItem[] = [];
  let placed: readonly LocatedNote[] = [];
  for (const file of files.filter(isExport)) {
    const spans = await scanFile(file, signal);
    if ('reason' in spans) unread.push({ ...file, rejection: spans, read: () => Promise.resolve(spans) });
    else placed = placed.concat(locateNotes(file, spans));
  }
  const findNote = indexNotes(placed);
  const others = files.filter((file) => !isExport(file));
  const keys = new Set(placed.map(({ key }) => key));
  return {
    notes: [...unread, ...placed.map((each) => noteItem(each, findNote, options))],
    others: others.length,
    otherPaths: new Set(others.map(({ path }) => path)),
    links: listFolderLinks(others),
    unread: countUnread(walk) + unread.length + placed.filter(({ span }) => span.isCut).length,
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

/**
 * Derives paths from titles, and keys from creation times. Notes created in the same second also have their titles in
 * their keys.
 */
function locateNotes(file: FileItem, { notes, stamp }: { notes: readonly NoteSpan[]; stamp: string }): LocatedNote[] {
  const made = countBy(notes.map(({ created }) => created));
  const guids = countBy(notes.map(({ guid }) => guid));
  const [paths, keys] = [new DistinctNames(), new DistinctNames()];
  return notes.map((span) => {
    const { title, created } = span;
    const isAlone = created !== '' && made.get(created) === 1;
    const path = paths.makeDistinct(`${file.path}/${title.replaceAll('/', '-') || 'Untitled'}`);
    const key = keys.makeDistinct(`${file.key}/${isAlone ? created : `${created}/${title}`}`);
    // A GUID shared by several notes identifies none of them, since each would replace the others.
    const ownId = span.guid !== '' && guids.get(span.guid) === 1 ? span.guid : undefined;
    return { file: { ...file, stamp: () => Promise.resolve(stamp) }, span, path, key, ownId };
  });
}

/**
 * Returns the key of the note with the GUID of a link, else of the only note with its text as title: in the export of the
 * file, or else in all exports. Most programs write no GUIDs.
 */
type FindNote = (file: FileItem, link: NoteLink) => string | undefined;

function indexNotes(placed: readonly LocatedNote[]): FindNote {
  const keys = new Map<string, string | null>();
  const guids = new Map<string, string>();
  for (const { key, span, file, ownId } of placed) {
    for (const name of [span.title, inFile(file, span.title)]) keys.set(name, keys.has(name) ? null : key);
    if (ownId !== undefined) guids.set(ownId.toLowerCase(), key);
  }
  return (file, { title, guid = '' }) =>
    guids.get(guid) ?? keys.get(inFile(file, title)) ?? keys.get(title) ?? undefined;
}

const inFile = (file: FileItem, title: string) => `${file.path}\n${title}`;

function noteItem(
  { file, span, path, key, ownId }: LocatedNote,
  findNote: FindNote,
  { single, rules }: ListOptions,
): NoteItem {
  const folder = single ? [] : [...file.folder, file.filename.replace(ENEX, '')];
  const { created, title } = span;
  const item = { path, key, folder, ...(ownId === undefined ? { creation: { created, title } } : { ownId }) };
  const target = (link: NoteLink) => {
    const found = findNote(file, link);
    return found === undefined ? undefined : noteTarget(found);
  };
  return {
    ...item,
    stamp: async () => JSON.stringify([await file.stamp(), span.start, span.end]),
    read: () => readNote({ item, file, span, noteTarget: target }, rules),
  };
}
