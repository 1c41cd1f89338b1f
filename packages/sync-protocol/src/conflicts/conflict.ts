import type { LoggedOperation } from '../log/operations.js';
import { conflictIdOf } from '../merge/derived-ids.js';
import type { NoteText } from '../merge/merge-heads.js';
import type { NoteState } from '../merge/note.js';
import type { NotebookView } from '../merge/notebooks.js';
import type { SearchView } from '../merge/searches.js';

/** `replica_fork` and `divergence` are found by comparing replicas, not in operations. */
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
  /** Who wrote the revisions it is made of. */
  readonly authors: readonly string[];
  readonly updatedAt: number;
}

/** A revision that a note could not take in. */
export interface DocumentConflict {
  readonly conflictId: string;
  readonly kind: 'document_content' | 'document_title';
  readonly documentId: string;
  /** The note as it is. */
  readonly main: ConflictSide;
  readonly other: ConflictSide;
  readonly base: (NoteText & { readonly revisionId: string }) | null;
  readonly createdAt: number;
}

/** A note that was purged by somebody who had not seen all of it; `documentId` is what was left. */
export interface PurgeConflict {
  readonly conflictId: string;
  readonly kind: 'purge_vs_edit';
  readonly documentId: string;
  readonly purgedId: string;
  readonly createdAt: number;
}

/** A notebook or saved search that is shown by another name than it was given. */
export interface NameConflict {
  readonly conflictId: string;
  readonly kind: 'name_collision';
  readonly subjectId: string;
  readonly givenName: string;
  readonly name: string;
}

export type Conflict = DocumentConflict | PurgeConflict | NameConflict;

/** The id of the conflict of a note about a revision: the same on every replica, and while the note goes on. */
export const documentConflictId = (documentId: string, loser: string): string => conflictIdOf(documentId, loser);

/**
 * The open conflicts of a note. One about a revision is open while that stands aside, whatever anybody said of it; one
 * about a purge until somebody settles it.
 *
 * @param operations Those that say how conflicts were settled, and any others
 */
export function noteConflicts(note: NoteState, operations: readonly LoggedOperation[]): Conflict[] {
  const conflicts: Conflict[] = note.losers.map((loser) => ({
    conflictId: documentConflictId(note.id, loser.revisionId),
    kind: loser.reason === 'title' ? 'document_title' : 'document_content',
    documentId: note.id,
    main: sideOf(note),
    other: sideOf({ ...loser, authors: [loser.replicaId], updatedAt: loser.writtenAt }),
    base: loser.base,
    createdAt: loser.writtenAt,
  }));
  if (note.recoveredFrom === null) return conflicts;
  const conflictId = conflictIdOf(note.recoveredFrom, note.id);
  if (settledIds(operations).has(conflictId)) return conflicts;
  const purged = { purgedId: note.recoveredFrom, createdAt: note.createdAt };
  return [...conflicts, { conflictId, kind: 'purge_vs_edit', documentId: note.id, ...purged }];
}

const sideOf = ({ revisionId, authors, title, body, updatedAt }: ConflictSide): ConflictSide => ({
  revisionId,
  authors,
  title,
  body,
  updatedAt,
});

/** The open conflicts of names: of all but the first with a name, until that changes or somebody settles it. */
export function nameConflicts(
  named: Iterable<NotebookView | SearchView>,
  operations: readonly LoggedOperation[],
): NameConflict[] {
  const settled = settledIds(operations);
  const conflicts: NameConflict[] = [];
  for (const { id, name, givenName, namedBy } of named) {
    if (name === givenName) continue;
    const conflictId = conflictIdOf(id, namedBy);
    if (!settled.has(conflictId))
      conflicts.push({ conflictId, kind: 'name_collision', subjectId: id, givenName, name });
  }
  return conflicts;
}

function settledIds(operations: readonly LoggedOperation[]): Set<string> {
  const ids = new Set<string>();
  for (const { operation } of operations) if (operation.op === 'conflict.resolve') ids.add(operation.conflict);
  return ids;
}
