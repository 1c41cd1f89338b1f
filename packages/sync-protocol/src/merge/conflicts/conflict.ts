import type { LoggedOperation } from '../../log/operations.js';
import { deriveConflictId } from '../derived-ids.js';
import type { NoteText } from '../merge-heads.js';
import type { NoteState } from '../note.js';
import type { NotebookView } from '../notebooks.js';
import type { SearchView } from '../searches.js';

/**
 * Kind of a conflict. `replica_fork` and `divergence` are found by comparing replicas; the others follow from
 * operations.
 */
export type ConflictKind =
  | 'document_content'
  | 'document_title'
  | 'purge_vs_edit'
  | 'name_collision'
  | 'replica_fork'
  | 'divergence';

/** One side of a conflict of a note. */
export interface ConflictSide extends NoteText {
  readonly revisionId: string;
  /** Replicas that wrote the revisions this side consists of. */
  readonly authors: readonly string[];
  readonly updatedAt: number;
}

/** A revision that could not be merged into a note. */
export interface DocumentConflict {
  readonly conflictId: string;
  readonly kind: 'document_content' | 'document_title';
  readonly documentId: string;
  /** The current state of the note. */
  readonly main: ConflictSide;
  readonly other: ConflictSide;
  readonly base: (NoteText & { readonly revisionId: string }) | null;
  readonly createdAt: number;
}

/**
 * A note that was purged by a replica that had not seen all its revisions. `documentId` is the note that keeps the
 * unseen ones.
 */
export interface PurgeConflict {
  readonly conflictId: string;
  readonly kind: 'purge_vs_edit';
  readonly documentId: string;
  readonly purgedId: string;
  readonly createdAt: number;
}

/** A notebook or saved search whose name was already taken, so it is shown under a different name. */
export interface NameConflict {
  readonly conflictId: string;
  readonly kind: 'name_collision';
  readonly subjectId: string;
  readonly givenName: string;
  readonly name: string;
}

/** A conflict that a person resolves: of a text, a purge, or a name. */
export type Conflict = DocumentConflict | PurgeConflict | NameConflict;

/**
 * Returns the id of a note's conflict about a revision. It is the same on every replica and does not change when the
 * note is edited.
 */
export const deriveDocumentConflictId = (documentId: string, loser: string): string =>
  deriveConflictId(documentId, loser);

/**
 * Returns the open conflicts of a note. A conflict about a revision is open while the revision is unmerged, even when
 * an operation says it is resolved. A conflict about a purge is open until an operation resolves it.
 *
 * @param operations any operations; only `conflict.resolve` matters
 */
export function findNoteConflicts(note: NoteState, operations: readonly LoggedOperation[]): Conflict[] {
  const conflicts: Conflict[] = note.losers.map((loser) => ({
    conflictId: deriveDocumentConflictId(note.id, loser.revisionId),
    kind: loser.reason === 'title' ? 'document_title' : 'document_content',
    documentId: note.id,
    main: toSide(note),
    other: toSide({ ...loser, authors: [loser.replicaId], updatedAt: loser.writtenAt }),
    base: loser.base,
    createdAt: loser.writtenAt,
  }));
  if (note.recoveredFrom === null) return conflicts;
  const conflictId = deriveConflictId(note.recoveredFrom, note.id);
  if (collectResolvedIds(operations).has(conflictId)) return conflicts;
  const purged = { purgedId: note.recoveredFrom, createdAt: note.createdAt };
  return [...conflicts, { conflictId, kind: 'purge_vs_edit', documentId: note.id, ...purged }];
}

const toSide = ({ revisionId, authors, title, body, updatedAt }: ConflictSide): ConflictSide => ({
  revisionId,
  authors,
  title,
  body,
  updatedAt,
});

/**
 * Returns the open name conflicts: entities shown under a name that differs from the given one, unless an operation
 * resolved the conflict.
 */
export function findNameConflicts(
  named: Iterable<NotebookView | SearchView>,
  operations: readonly LoggedOperation[],
): NameConflict[] {
  const resolvedIds = collectResolvedIds(operations);
  const conflicts: NameConflict[] = [];
  for (const { id, name, givenName, namedBy } of named) {
    if (name === givenName) continue;
    const conflictId = deriveConflictId(id, namedBy);
    if (!resolvedIds.has(conflictId))
      conflicts.push({ conflictId, kind: 'name_collision', subjectId: id, givenName, name });
  }
  return conflicts;
}

function collectResolvedIds(operations: readonly LoggedOperation[]): Set<string> {
  const ids = new Set<string>();
  for (const { operation } of operations) if (operation.op === 'conflict.resolve') ids.add(operation.conflict);
  return ids;
}
