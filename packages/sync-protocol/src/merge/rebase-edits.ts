import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { Lineage, listLineageIds } from './lineage.js';
import type { ReadBody } from './merge-heads.js';
import { computeNoteStates, type NoteState } from './note.js';
import { type LoggedWrite, RevisionGraph } from './revision-graph.js';

/** Content of a revision that merges others. */
export type MergedRevision = Pick<OperationOf<'doc.write'>, 'op' | 'doc' | 'rev' | 'parents' | 'title'> & {
  readonly body: string;
  /** When the note was changed last, in milliseconds since the Unix epoch. */
  readonly at: number;
};

/** Result of {@link rebaseEdits}. */
export interface RebasedEdits {
  /** Unpublished revisions with fewer parents. They replace the ones of the same number. */
  readonly changed: readonly LoggedWrite[];
  /** Revisions that the replica has to write next, which merge its edits with the state of the log. */
  readonly merged: readonly MergedRevision[];
}

/**
 * Rebases unpublished edits of a replica that was behind when it wrote them. Others may have pruned the revisions they
 * edit, so no edit keeps another replica's revision as its parent, except for revisions that no other one supersedes. An
 * edit that merges with the rest of the note is merged here, where its base is still known. One that does not is a
 * conflict, here and everywhere.
 *
 * @param root id of the original note
 * @param operations all operations that name the note or one recovered from it
 * @param isUnpublished returns true for the own operations that are in no segment
 */
export function rebaseEdits(
  root: string,
  operations: readonly LoggedOperation[],
  isUnpublished: (logged: LoggedOperation) => boolean,
  readBody: ReadBody,
): RebasedEdits {
  const purged = new Set(operations.flatMap(({ operation }) => (operation.op === 'doc.purge' ? operation.doc : [])));
  const ids = listLineageIds(root, (id) => purged.has(id));
  const lineage = new Lineage(ids, operations);
  const changed = ids.map((_, note) => dropUncertainParents(lineage.getGraph(note), isUnpublished));
  if (changed.every((each) => each.length === 0)) return { changed: [], merged: [] };
  const own = new Set(lineage.graph.writes.filter(isUnpublished).map(({ operation }) => operation.rev));
  const notes = new Map(computeNoteStates(root, operations, readBody).map((note) => [note.id, note]));
  const merged = ids.flatMap((id, number) => {
    const note = notes.get(id);
    return note !== undefined && changed[number]?.length !== 0 && mergesOwn(note, own) ? toRevision(note) : [];
  });
  return { changed: changed.flat(), merged };
}

function dropUncertainParents(graph: RevisionGraph, isUnpublished: (logged: LoggedOperation) => boolean) {
  const own = graph.writes.filter(isUnpublished);
  const others = new RevisionGraph(graph.writes.filter((write) => !isUnpublished(write)));
  const kept = new Set([
    ...others.heads().map((place) => others.idAt(place)),
    ...own.map(({ operation }) => operation.rev),
  ]);
  return own.flatMap((write): LoggedWrite[] => {
    const parents = write.operation.parents.filter((parent) => kept.has(parent));
    return parents.length === write.operation.parents.length
      ? []
      : [{ ...write, operation: { ...write.operation, parents } }];
  });
}

/** Returns true when the text of a note merges an own revision. A revision in Trash would restore the note. */
const mergesOwn = ({ heads, trashedAt }: NoteState, own: ReadonlySet<string>) =>
  heads.length > 1 && trashedAt === null && heads.some((head) => own.has(head));

const toRevision = ({
  id: doc,
  revisionId: rev,
  heads: parents,
  title,
  body,
  updatedAt: at,
}: NoteState): MergedRevision => ({
  op: 'doc.write',
  doc,
  rev,
  parents,
  title,
  body,
  at,
});
