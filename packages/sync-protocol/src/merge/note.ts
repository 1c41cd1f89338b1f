import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { deriveMergedRevisionId } from './derived-ids.js';
import { Lineage, listLineageIds } from './lineage.js';
import { type MergeRefusal, mergeHeads, type NoteText, type ReadBody, type SetAsideHead } from './merge-heads.js';
import { findUncancelled, groupBy, OperationsByName } from './operations-by-name.js';
import type { RevisionGraph } from './revision-graph.js';

/** A revision that was set aside. The note does not contain its text, so the text must be kept as a conflict. */
export interface LosingRevision extends NoteText {
  readonly revisionId: string;
  readonly replicaId: string;
  readonly writtenAt: number;
  readonly reason: MergeRefusal;
  /** Common base of this revision and the note; null when there is none. */
  readonly base: (NoteText & { readonly revisionId: string }) | null;
}

/** An attachment of a note: id of the resource, and how the note uses it. */
export interface Attachment {
  readonly resource: string;
  readonly relation: string;
}

/**
 * State of a note computed from its own operations. Times are milliseconds since the Unix epoch by its authors' clocks.
 */
export interface NoteState extends NoteText {
  readonly id: string;
  /** Id of the single revision, or derived id of the merge of several. */
  readonly revisionId: string;
  /** Ids of the merged revisions, the newest first. They are the parents of the next revision. */
  readonly heads: readonly string[];
  /** Replicas that wrote the heads, in the same order. */
  readonly authors: readonly string[];
  readonly losers: readonly LosingRevision[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly trashedAt: number | null;
  readonly fileName: string | null;
  /** Notebook the note was last moved to, even if that notebook does not exist; null when it was never moved. */
  readonly home: string | null;
  /** Tag ids as assigned, sorted. Several ids may stand for one tag. */
  readonly tagIds: readonly string[];
  readonly attachments: readonly Attachment[];
  /** Id of the purged note this note was recovered from, because the purge had not seen all of its revisions. */
  readonly recoveredFrom: string | null;
}

/**
 * Computes the notes of one lineage: a note and those recovered after its purges. At most one of them has the original
 * id; the others have derived ids. Recomputation after an operation needs all operations of the lineage, but only the
 * texts of heads and of merge bases.
 *
 * @param root id of the original note
 * @param operations all operations that name the note or one recovered from it
 */
export function computeNoteStates(
  root: string,
  operations: readonly LoggedOperation[],
  readBody: ReadBody,
): NoteState[] {
  const byNote = groupBy(operations, ({ operation }) => ('doc' in operation ? operation.doc : null));
  const isPurged = (id: string) => byNote.get(id)?.some(({ operation }) => operation.op === 'doc.purge') ?? false;
  const ids = listLineageIds(root, isPurged);
  const lineage = new Lineage(ids, operations);
  let created: LoggedOperation<OperationOf<'doc.create'>> | undefined;
  return ids.flatMap((id, number) => {
    const own = new OperationsByName(byNote.get(id) ?? []);
    created ??= own.get('doc.create')[0];
    const graph = lineage.getGraph(number);
    if (graph.writes.length === 0) return [];
    const recoveredFrom = number === 0 ? null : (ids[number - 1] as string);
    return [computeNoteState(id, graph, own, readBody, { created, recoveredFrom })];
  });
}

function computeNoteState(
  id: string,
  graph: RevisionGraph,
  own: OperationsByName,
  readBody: ReadBody,
  origin: {
    readonly created: LoggedOperation<OperationOf<'doc.create'>> | undefined;
    readonly recoveredFrom: string | null;
  },
): NoteState {
  const heads = graph.heads();
  const { title, body, included, aside } = mergeHeads(graph, heads, readBody);
  const revisions = included.map((place) => graph.idAt(place));
  const written = included.map((place) => graph.at(place).operation.w);
  return {
    id,
    title,
    body,
    revisionId: getRevisionId(revisions),
    heads: revisions,
    authors: included.map((place) => graph.at(place).replica),
    losers: aside.map((each) => toLosingRevision(graph, each, readBody)),
    createdAt: origin.created?.operation.created ?? Math.min(...written),
    updatedAt: Math.max(...written),
    trashedAt: trashedAt(
      own,
      heads.map((place) => graph.idAt(place)),
    ),
    fileName: origin.recoveredFrom === null ? (origin.created?.operation.file_name ?? null) : null,
    home: own.get('doc.home').at(-1)?.operation.notebook ?? null,
    tagIds: collectTagIds(own),
    attachments: collectAttachments(own),
    recoveredFrom: origin.recoveredFrom,
  };
}

const getRevisionId = (revisions: readonly string[]) =>
  revisions.length === 1 ? (revisions[0] as string) : deriveMergedRevisionId(revisions);

function toLosingRevision(
  graph: RevisionGraph,
  { place, reason, base }: SetAsideHead,
  readBody: ReadBody,
): LosingRevision {
  const { replica, operation } = graph.at(place);
  return {
    revisionId: operation.rev,
    replicaId: replica,
    writtenAt: operation.w,
    title: operation.title,
    body: readBody(operation),
    reason,
    base: base && {
      revisionId: getRevisionId(base.included.map((at) => graph.idAt(at))),
      title: base.title,
      body: base.body,
    },
  };
}

/** Returns the time the note was trashed by a replica that had seen all its heads; null when it is not in Trash. */
function trashedAt(own: OperationsByName, heads: readonly string[]): number | null {
  const trashed = findUncancelled(
    own.get('doc.trash'),
    own.get('doc.restore').map(({ operation }) => operation.undo),
  );
  const effective = trashed.find(({ operation }) => heads.every((head) => operation.seen.includes(head)));
  return effective?.operation.w ?? null;
}

function collectTagIds(own: OperationsByName): string[] {
  const given = findUncancelled(
    own.get('doc.tag_add'),
    own.get('doc.tag_remove').map(({ operation }) => operation.dots),
  );
  return [...new Set(given.map(({ operation }) => operation.tag))].sort();
}

function collectAttachments(own: OperationsByName): Attachment[] {
  const given = findUncancelled(
    own.get('doc.attach'),
    own.get('doc.detach').map(({ operation }) => operation.dots),
  );
  const distinct = new Map<string, Attachment>();
  for (const { operation } of given) {
    const { resource, relation_type: relation } = operation;
    distinct.set(`${resource} ${relation}`, { resource, relation });
  }
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, attachment]) => attachment);
}
