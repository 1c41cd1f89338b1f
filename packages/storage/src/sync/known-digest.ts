import type { Operation } from '@notes/sync-protocol';
import type { LeafTree } from '@notes/sync-protocol/run';
import type { ChangeKind } from '../library/handle.js';
import type { Store } from '../library/store.js';
import type { Reader } from '../library/unit.js';

/**
 * State of a library that a digest includes: numbers of the last operations, of the last change, and the program version
 * of the last migration, which may change rows without an entry in the journal.
 */
interface DigestedState {
  readonly key: string;
  readonly journalSeq: number;
  /** Time at which all rows were read. */
  readonly at: number;
}

/** Digest of a library as stored in it. */
interface StoredDigest extends DigestedState {
  readonly digest: string;
}

/** Hash tree of an open library. */
export interface KnownTree extends DigestedState {
  readonly own: { readonly id: string; readonly seq: number };
  readonly tree: LeafTree;
}

/** Milliseconds after which all rows are read again, which notices rows that a fault of the disk changed. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Number of entries of the journal up to which the leaves of their notes are updated one by one. */
const MAX_CHANGES = 1_000;
/** Operations that change no leaf but that of their note. */
const EDITS: ReadonlySet<Operation['op']> = new Set([
  'doc.create',
  'doc.write',
  'doc.home',
  'doc.trash',
  'doc.restore',
]);
/** Changes of notes that change no other leaf. */
const NOTE_CHANGES: ReadonlySet<ChangeKind> = new Set([
  ...(['create', 'update', 'move', 'rename', 'trash', 'restore', 'amend', 'forget'] as const),
]);

/** Last tree of each open library: a service syncs after each edit, and a new tree reads the whole library. */
const trees = new WeakMap<Store, KnownTree>();

/** Returns the stored digest if it is the one of this state of the library. */
export function readKnownDigest({ meta, sync, journal }: Reader): string | undefined {
  const stored = meta.get('sync_digest');
  if (stored === undefined) return undefined;
  const known = JSON.parse(stored) as StoredDigest;
  if (known.key !== getKey(sync.vector(), meta) || !isRecent(known)) return undefined;
  return journal.hasArchivedChange(known.journalSeq) ? undefined : known.digest;
}

/**
 * Updates the last tree of an open library to this state of it. Returns undefined when more changed than texts, names
 * and places of a few notes by this replica.
 */
export function updateKnownTree(store: Store, reader: Reader): KnownTree | undefined {
  const known = trees.get(store);
  const notes = known && listEditedNotes(known, reader);
  // A tree that was updated in part is of no use.
  trees.delete(store);
  if (known === undefined || notes === undefined || !reader.sync.updateNoteLeaves(known.tree, notes)) return undefined;
  return setKnownTree(store, reader, known.tree, known.at);
}

/**
 * Remembers the tree of this state of an open library.
 *
 * @param at time at which all rows were read
 */
export function setKnownTree(store: Store, { meta, sync, journal }: Reader, tree: LeafTree, at: number): KnownTree {
  const own = sync.own() ?? { id: '', seq: 0 };
  const key = getKey(withoutOwn(sync.vector(), own.id), meta);
  const known = { key, journalSeq: journal.last(), at, own, tree };
  trees.set(store, known);
  return known;
}

/** Returns the value of `sync_digest` for a digest of this state of the library. */
export function formatKnownDigest({ meta, sync, journal }: Reader, digest: string, at: number): string {
  const stored: StoredDigest = { key: getKey(sync.vector(), meta), journalSeq: journal.last(), at, digest };
  return JSON.stringify(stored);
}

/** Forgets the tree of a library. */
export const dropKnownTree = (store: Store): void => void trees.delete(store);

/** Returns the notes that edits of this replica changed since a state; undefined when anything else changed. */
function listEditedNotes(known: KnownTree, { meta, sync, journal }: Reader): ReadonlySet<string> | undefined {
  const own = sync.own();
  if (own?.id !== known.own.id || own.seq < known.own.seq || !isRecent(known)) return undefined;
  if (known.key !== getKey(withoutOwn(sync.vector(), own.id), meta) || journal.last() < known.journalSeq)
    return undefined;
  const changes = journal.since(known.journalSeq, MAX_CHANGES);
  const operations = sync.operations(own.id, known.own.seq, MAX_CHANGES);
  if (changes.length === MAX_CHANGES || operations.length === MAX_CHANGES) return undefined;
  const notes = new Set<string>();
  for (const { entity, id, kind } of changes) {
    if (kind === 'links') continue;
    if (entity !== 'document' || !NOTE_CHANGES.has(kind)) return undefined;
    notes.add(id);
  }
  for (const { operation } of operations) {
    if (!EDITS.has(operation.op)) return undefined;
    notes.add((operation as Extract<Operation, { op: 'doc.write' }>).doc);
  }
  return notes;
}

const isRecent = ({ at }: DigestedState) => {
  const age = Date.now() - at;
  return age >= 0 && age < MAX_AGE_MS;
};

const getKey = (versions: object, meta: Reader['meta']) => JSON.stringify([versions, meta.get('program_version')]);

const withoutOwn = (versions: object, own: string) =>
  Object.fromEntries(Object.entries(versions).filter(([replica]) => replica !== own));
