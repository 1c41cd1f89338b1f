import type { Operation, OperationOf, VersionVector } from '@notes/sync-protocol';
import type { LeafTree } from '@notes/sync-protocol/run';
import type { DataPaths } from '../library/files.js';
import type { ChangeKind } from '../library/handle.js';
import type { Reader } from '../library/unit.js';
import { readLeafFile, writeLeafFile } from './leaf-file.js';

/** Digest of a library as stored in it, with the state that it includes. */
export interface KnownDigest {
  readonly digest: string;
  /** Number of the last operation of each replica. */
  readonly versions: VersionVector;
  /** Number of the last change. */
  readonly journalSeq: number;
  /** Program version of the last migration, which may change rows without an entry in the journal. */
  readonly program: string | null;
  /** Time at which all rows were read. */
  readonly at: number;
  /** Checksum of the file with the hash tree. */
  readonly leaves: string;
}

/** Hash tree of a library, and the time at which all rows were read. */
export interface DatedTree {
  readonly tree: LeafTree;
  readonly at: number;
}

/** Milliseconds after which all rows are read again, which notices rows that a fault of the disk changed. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Number of entries of the journal, and of own operations, from which all rows are read. */
const MAX_CHANGES = 1_000;
/** Operations that change no leaf but that of their note. */
const EDITS = ['doc.create', 'doc.write', 'doc.home', 'doc.trash', 'doc.restore'] as const;
/** Changes of notes that change no other leaf. */
const NOTE_CHANGES: ReadonlySet<ChangeKind> = new Set([
  ...(['create', 'update', 'move', 'rename', 'trash', 'restore', 'amend', 'forget'] as const),
]);

/** Reads the stored digest of an earlier state of the library, unless it is too old. */
export function readKnownDigest({ meta }: Reader): KnownDigest | undefined {
  const known = meta.getRecord<KnownDigest>('sync_digest');
  if (known === undefined) return undefined;
  const age = Date.now() - known.at;
  return age >= 0 && age < MAX_AGE_MS && known.program === readProgram({ meta }) ? known : undefined;
}

/** Returns true when a digest is that of this state of the library. */
export const isCurrent = ({ versions, journalSeq }: KnownDigest, { sync, journal }: Reader): boolean =>
  JSON.stringify(versions) === JSON.stringify(sync.vector()) && !journal.hasArchivedChange(journalSeq);

/**
 * Updates the hash tree of an earlier digest to this state of the library. Returns undefined when more changed than
 * texts, names and places of a few notes by this replica.
 */
export function updateKnownTree(paths: DataPaths, known: KnownDigest, reader: Reader): DatedTree | undefined {
  const notes = listEditedNotes(known, reader);
  const tree = notes && readLeafFile(paths, known.leaves);
  if (tree === undefined || !reader.sync.updateNoteLeaves(tree, notes ?? [])) return undefined;
  return { tree, at: known.at };
}

/** Writes the hash tree of this state of the library to its file, and returns the digest to store. */
export function writeKnownTree(paths: DataPaths, reader: Reader, { tree, at }: DatedTree): KnownDigest {
  const { sync, journal } = reader;
  return {
    digest: tree.root(),
    versions: sync.vector(),
    journalSeq: journal.last(),
    program: readProgram(reader),
    at,
    leaves: writeLeafFile(paths, tree),
  };
}

/** Returns the notes that edits of this replica changed since a state; undefined when anything else changed. */
function listEditedNotes(known: KnownDigest, { sync, journal }: Reader): ReadonlySet<string> | undefined {
  const own = sync.own();
  if (own === undefined || !isSameButOwn(known.versions, sync.vector(), own.id)) return undefined;
  const changes = journal.since(known.journalSeq, MAX_CHANGES);
  const after = known.versions[own.id] ?? 0;
  if (changes.length === MAX_CHANGES || own.seq - after >= MAX_CHANGES) return undefined;
  const notes = new Set<string>();
  for (const { entity, id, kind } of changes) {
    if (kind === 'links' || entity === 'job') continue;
    if (entity !== 'document' || !NOTE_CHANGES.has(kind)) return undefined;
    notes.add(id);
  }
  for (const { operation } of sync.log.withoutBodies(own.id, after)) {
    if (!isEdit(operation)) return undefined;
    notes.add(operation.doc);
  }
  return notes;
}

/** Returns true for an operation that changes no leaf but that of its note. */
function isEdit(operation: Operation): operation is OperationOf<(typeof EDITS)[number] | 'doc.tag_remove'> {
  // A removal of no tags replaces a revision that was squashed.
  return EDITS.some((op) => op === operation.op) || (operation.op === 'doc.tag_remove' && operation.dots.length === 0);
}

/** Returns true when a version vector followed another by operations of one replica alone. */
function isSameButOwn(before: VersionVector, after: VersionVector, own: string): boolean {
  if ((after[own] ?? 0) < (before[own] ?? 0)) return false;
  return JSON.stringify({ ...before, [own]: 0 }) === JSON.stringify({ ...after, [own]: 0 });
}

const readProgram = ({ meta }: Pick<Reader, 'meta'>) => meta.get('program_version') ?? null;
