import { isDeepStrictEqual } from 'node:util';
import type { Output } from '@notes/contract';
import {
  type ArchiveRow,
  type Reader,
  readOnSeparateConnection,
  type SelectionContents,
  type WorkerReader,
} from '@notes/storage';
import { gatherEverything } from '../../organise/selection/gather.js';

type Compared = NonNullable<Output<'drillArchive'>['compared']>;
type Kind = keyof Compared['kinds'];

/** Kinds of records that are compared, in the order of reports, with the columns of their keys. */
const KEYS: Readonly<Record<Kind, readonly string[]>> = {
  documents: ['id'],
  revisions: ['id'],
  notebooks: ['id'],
  search_notebooks: ['id'],
  tags: ['id'],
  document_tags: ['document_id', 'tag_id'],
  resources: ['id'],
  document_resources: ['document_id', 'resource_id', 'relation_type'],
};
/** Kinds whose records have their own entries in the change journal. */
const JOURNALLED: ReadonlySet<Kind> = new Set(['documents', 'notebooks', 'search_notebooks', 'tags', 'resources']);

const MAX_LISTED = 100;

export interface CompareOptions {
  /** Number of notes whose texts are compared. */
  readonly sample: number;
  /** Last change of the library in the archive; null when it is not known. */
  readonly seq: number | null;
}

export interface Comparison {
  readonly compared: Compared;
  /** True when the library is known to be unchanged since the archive was made. */
  readonly isCurrent: boolean;
}

/** Contents of one of the compared libraries. */
interface Side {
  readonly reader: WorkerReader;
  readonly contents: SelectionContents;
}

/**
 * Compares a restored library with the library in use: all records by their ids, and the texts of some notes. Differences
 * are normal, except for notes whose revision has another title or text, attachments that have other bytes, and records
 * that are missing although the library has not changed them since the archive was made.
 *
 * @param restoredDir data directory of the restored library
 * @param libraryDir data directory of the library in use
 */
export const compareWithLibrary = (restoredDir: string, libraryDir: string, options: CompareOptions): Comparison =>
  readOnSeparateConnection(restoredDir, (restored) =>
    readOnSeparateConnection(libraryDir, (library) => compare(toSide(restored), toSide(library), options)),
  );

const toSide = (reader: WorkerReader): Side => ({ reader, contents: gatherEverything(reader) });

function compare(archive: Side, library: Side, { sample, seq }: CompareOptions): Comparison {
  const changed = seq === null ? null : library.reader.journal.listArchivedChanges(seq);
  const differing = new Set<string>();
  const missing: string[] = [];
  const trashed = { archive: 0, library: 0 };
  const compareKind = (kind: Kind) => {
    const counts = { archive: 0, library: 0, newer: 0, missing: 0, deleted: 0, changed: 0 };
    for (const { key, archived, current } of pairRows(kind, listRows(archive, kind), listRows(library, kind))) {
      counts.archive += Number(archived !== undefined);
      counts.library += Number(current !== undefined);
      trashed.archive += Number(isTrashed(archived));
      trashed.library += Number(isTrashed(current));
      if (archived === undefined && JOURNALLED.has(kind) && changed?.has(key) === false) {
        counts.missing += 1;
        missing.push(key);
      } else if (archived === undefined) counts.newer += 1;
      else if (current === undefined) counts.deleted += 1;
      else if (hasOtherContent(kind, archived, current)) differing.add(key);
      else if (!isDeepStrictEqual(archived, current)) counts.changed += 1;
    }
    return counts;
  };
  const kinds = Object.fromEntries(Object.keys(KEYS).map((kind) => [kind, compareKind(kind as Kind)]));
  const texts = compareTexts(archive.reader, library.reader, sample, differing);
  return {
    compared: {
      kinds: kinds as Compared['kinds'],
      trashed,
      ...texts,
      differing_count: differing.size,
      differing: [...differing].slice(0, MAX_LISTED),
      missing_count: missing.length,
      missing: missing.slice(0, MAX_LISTED),
    },
    isCurrent: changed?.size === 0,
  };
}

/** Returns true for the record of a note in Trash. Other records have no time of deletion. */
const isTrashed = (row: ArchiveRow | undefined) => typeof row?.deleted_at === 'number';

/** Returns true when records differ in a value that never changes. */
function hasOtherContent(kind: Kind, a: ArchiveRow, b: ArchiveRow): boolean {
  if (kind === 'documents') return a.current_revision_id === b.current_revision_id && a.title !== b.title;
  return kind === 'resources' && (a.sha256 !== b.sha256 || a.size_bytes !== b.size_bytes);
}

/** Yields the records of a kind, ordered by their keys. */
function* listRows({ reader, contents }: Side, kind: Kind): Generator<ArchiveRow> {
  if (kind === 'revisions') for (const ids of contents.idBatches(kind)) for (const id of ids) yield { id };
  // Parents come before their children. A library has few notebooks, so they are sorted in memory.
  else if (kind === 'notebooks')
    yield* [...reader.archive.rows(kind).rows].sort((a, b) => (toKey(kind, a) < toKey(kind, b) ? -1 : 1));
  else yield* reader.archive.rows(kind).rows;
}

/** Returns the key of a record. Ids have only characters that sort after a blank. */
const toKey = (kind: Kind, row: ArchiveRow): string => KEYS[kind].map((column) => row[column]).join(' ');

interface Pair {
  readonly key: string;
  readonly archived: ArchiveRow | undefined;
  readonly current: ArchiveRow | undefined;
}

/** Pairs records of the same kind by their keys. Both must be ordered by key. */
function* pairRows(kind: Kind, archived: Iterator<ArchiveRow>, current: Iterator<ArchiveRow>): Generator<Pair> {
  let [a, b] = [takeNext(kind, archived), takeNext(kind, current)];
  while (a !== null || b !== null) {
    const isFirst = b === null || (a !== null && a.key <= b.key);
    const isSecond = a === null || (b !== null && b.key <= a.key);
    const key = (isFirst ? a : b)?.key as string;
    yield { key, archived: isFirst ? a?.row : undefined, current: isSecond ? b?.row : undefined };
    if (isFirst) a = takeNext(kind, archived);
    if (isSecond) b = takeNext(kind, current);
  }
}

function takeNext(kind: Kind, rows: Iterator<ArchiveRow>): { readonly key: string; readonly row: ArchiveRow } | null {
  const { value: row, done } = rows.next();
  return done === true ? null : { key: toKey(kind, row), row };
}

/** Compares the texts of evenly spread notes, and adds the ids of those that differ to `differing`. */
function compareTexts(
  restored: Reader,
  library: Reader,
  sample: number,
  differing: Set<string>,
): Pick<Compared, 'notes' | 'same' | 'changed' | 'removed'> {
  const outcome = { notes: 0, same: 0, changed: 0, removed: 0 };
  for (const id of chooseNotes(restored, sample)) {
    outcome.notes += 1;
    const found = compareNote(id, restored, library);
    if (found === 'differs') differing.add(id);
    else outcome[found] += 1;
  }
  return outcome;
}

/** Returns the ids of evenly spread notes. */
function chooseNotes({ searchFeed }: Reader, sample: number): string[] {
  const last = searchFeed.lastNotePk();
  const count = Math.min(last, sample);
  const keys = Array.from({ length: count }, (_, n) => 1 + Math.floor((n * last) / count));
  return searchFeed.listIds(keys);
}

/** Compares one note: a revision with the same id must have the same title and text in both libraries. */
function compareNote(id: string, restored: Reader, library: Reader): 'same' | 'changed' | 'removed' | 'differs' {
  const archived = restored.documents.getWithBody(id);
  const current = library.documents.getWithBody(id);
  if (archived === undefined) return 'differs';
  if (current === undefined) return 'removed';
  if (current.revisionId === archived.revisionId) return hasSameText(current, archived) ? 'same' : 'differs';
  const kept = library.revisions.get(current.pk, archived.revisionId);
  return kept === undefined || hasSameText(kept, archived) ? 'changed' : 'differs';
}

const hasSameText = (a: { title: string; body: string }, b: { title: string; body: string }) =>
  a.title === b.title && a.body === b.body;
