import type { LoggedOperation, OperationOf, VersionVector } from '../log/operations.js';
import { covers } from '../log/order.js';
import { createPlaceholder } from '../log/squash.js';
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
  /** Changed unpublished operations. They replace the ones of the same number. */
  readonly changed: readonly LoggedOperation[];
  /** Revisions that the replica has to write next, which merge its edits with the state of the log. */
  readonly merged: readonly MergedRevision[];
}

/** Unpublished edits, and what was known when they were written. */
export interface UnpublishedEdits {
  readonly replica: string;
  /** Number of the last operation of the replica that is in a segment; its later ones are unpublished. */
  readonly published: number;
  /** Operations that the replica still lacks in part; null when it has them. */
  readonly awaited: VersionVector | null;
  readonly readBody: ReadBody;
}

/**
 * Rebases unpublished edits of a replica that lacked operations when it wrote them. Others may have pruned the revisions
 * that the edits change. So an edit keeps a revision of another replica as its parent only when that one has no
 * successor, or, while operations are still lacking, when it is none of the awaited ones. An edit that merges with the
 * rest of the note is merged here, where its base is still known. One that does not is a conflict on every replica. A
 * revision that has been published under another id of the device is dropped, also when it was squashed into one that
 * has been published: where others have pruned that one, it would be a head again.
 *
 * @param root id of the original note
 * @param operations all operations that name the note or one recovered from it
 */
export function rebaseEdits(
  root: string,
  operations: readonly LoggedOperation[],
  edits: UnpublishedEdits,
): RebasedEdits {
  const isUnpublished = ({ replica, operation }: LoggedOperation) =>
    replica === edits.replica && operation.s > edits.published;
  const { kept, repeated } = dropRepeated(operations, isUnpublished);
  const purged = new Set(kept.flatMap(({ operation }) => (operation.op === 'doc.purge' ? operation.doc : [])));
  const ids = listLineageIds(root, (id) => purged.has(id));
  const lineage = new Lineage(ids, kept);
  const superseded = new Set(listSuperseded(lineage.graph, isUnpublished));
  const changed = ids.map((_, note) => {
    const remaining = lineage.getGraph(note).writes.filter((write) => !superseded.has(write));
    return dropUncertainParents(remaining, isUnpublished, edits);
  });
  const all = [...repeated, ...Array.from(superseded, toPlaceholder), ...changed.flat()];
  if (edits.awaited !== null || changed.every((each) => each.length === 0)) return { changed: all, merged: [] };
  const own = new Set(lineage.graph.writes.filter(isUnpublished).map(({ operation }) => operation.rev));
  const notes = new Map(computeNoteStates(root, kept, edits.readBody).map((note) => [note.id, note]));
  const merged = ids.flatMap((id, number) => {
    const note = notes.get(id);
    return note !== undefined && changed[number]?.length !== 0 && mergesOwn(note, own) ? toRevision(note) : [];
  });
  return { changed: all, merged };
}

/** Separates the unpublished revisions that other operations contain as well. */
function dropRepeated(operations: readonly LoggedOperation[], isUnpublished: (logged: LoggedOperation) => boolean) {
  const known = new Set<string>();
  for (const logged of operations)
    if (logged.operation.op === 'doc.write' && !isUnpublished(logged)) known.add(logged.operation.rev);
  const kept: LoggedOperation[] = [];
  const repeated: LoggedOperation[] = [];
  for (const logged of operations) {
    const { operation } = logged;
    if (operation.op === 'doc.write' && isUnpublished(logged) && known.has(operation.rev))
      repeated.push(toPlaceholder({ ...logged, operation }));
    else kept.push(logged);
  }
  return { kept, repeated };
}

/**
 * Lists the unpublished revisions that are ancestors of published ones. The device wrote both under another id, and
 * squashed the former or published them as well.
 */
function listSuperseded(graph: RevisionGraph, isUnpublished: (logged: LoggedOperation) => boolean): LoggedWrite[] {
  const published = graph.writes.filter((write) => !isUnpublished(write));
  const marks = graph.markAncestors(published.map(({ operation }) => operation.rev));
  return graph.writes.filter((write, place) => marks[place] === 1 && isUnpublished(write));
}

const toPlaceholder = (write: LoggedWrite): LoggedOperation => ({
  ...write,
  operation: createPlaceholder(write.operation),
});

/** @param writes revisions that count for one note */
function dropUncertainParents(
  writes: readonly LoggedWrite[],
  isUnpublished: (logged: LoggedOperation) => boolean,
  { replica, awaited }: UnpublishedEdits,
): LoggedWrite[] {
  const own = writes.filter(isUnpublished);
  if (own.length === 0) return [];
  const others = writes.filter((write) => !isUnpublished(write));
  const certain = awaited === null ? listHeads(others) : others.filter((write) => !isAwaited(write, replica, awaited));
  const kept = new Set([...certain, ...own].map(({ operation }) => operation.rev));
  return own.flatMap((write): LoggedWrite[] => {
    const parents = write.operation.parents.filter((parent) => kept.has(parent));
    return parents.length === write.operation.parents.length
      ? []
      : [{ ...write, operation: { ...write.operation, parents } }];
  });
}

function listHeads(writes: readonly LoggedWrite[]): LoggedWrite[] {
  const graph = new RevisionGraph(writes);
  return graph.heads().map((place) => graph.at(place));
}

const isAwaited = ({ replica, operation }: LoggedWrite, own: string, awaited: VersionVector) =>
  replica !== own && covers(awaited, replica, operation.s);

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
