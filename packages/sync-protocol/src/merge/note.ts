import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { mergedRevisionId } from './derived-ids.js';
import { Lineage, lineageIds } from './lineage.js';
import { type Aside, type BodyOf, type MergeRefusal, mergeHeads, type NoteText } from './merge-heads.js';
import { groupBy, OperationsByName, standing } from './operations-by-name.js';
import type { RevisionGraph } from './revision-graph.js';

/** A revision that was set aside. The note does not contain its text, so the text must be kept as a conflict. */
export interface Loser extends NoteText {
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
  readonly losers: readonly Loser[];
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
export function noteStates(root: string, operations: readonly LoggedOperation[], bodyOf: BodyOf): NoteState[] {
  const byNote = groupBy(operations, ({ operation }) => ('doc' in operation ? operation.doc : null));
  const isPurged = (id: string) => byNote.get(id)?.some(({ operation }) => operation.op === 'doc.purge') ?? false;
  const ids = lineageIds(root, isPurged);
  const lineage = new Lineage(ids, operations);
  let created: LoggedOperation<OperationOf<'doc.create'>> | undefined;
  return ids.flatMap((id, number) => {
    const own = new OperationsByName(byNote.get(id) ?? []);
    created ??= own.of('doc.create')[0];
    const graph = lineage.revisionsOf(number);
    if (graph.writes.length === 0) return [];
    const recoveredFrom = number === 0 ? null : (ids[number - 1] as string);
    return [stateOf(id, graph, own, bodyOf, { created, recoveredFrom })];
  });
}

function stateOf(
  id: string,
  graph: RevisionGraph,
  own: OperationsByName,
  bodyOf: BodyOf,
  origin: {
    readonly created: LoggedOperation<OperationOf<'doc.create'>> | undefined;
    readonly recoveredFrom: string | null;
  },
): NoteState {
  const heads = graph.heads();
  const { title, body, included, aside } = mergeHeads(graph, heads, bodyOf);
  const revisions = included.map((place) => graph.idAt(place));
  const written = included.map((place) => graph.at(place).operation.w);
  return {
    id,
    title,
    body,
    revisionId: revisionOf(revisions),
    heads: revisions,
    authors: included.map((place) => graph.at(place).replica),
    losers: aside.map((each) => loserOf(graph, each, bodyOf)),
    createdAt: origin.created?.operation.created ?? Math.min(...written),
    updatedAt: Math.max(...written),
    trashedAt: trashedAt(
      own,
      heads.map((place) => graph.idAt(place)),
    ),
    fileName: origin.recoveredFrom === null ? (origin.created?.operation.file_name ?? null) : null,
    home: own.of('doc.home').at(-1)?.operation.notebook ?? null,
    tagIds: tagsOf(own),
    attachments: attachmentsOf(own),
    recoveredFrom: origin.recoveredFrom,
  };
}

const revisionOf = (revisions: readonly string[]) =>
  revisions.length === 1 ? (revisions[0] as string) : mergedRevisionId(revisions);

function loserOf(graph: RevisionGraph, { place, reason, base }: Aside, bodyOf: BodyOf): Loser {
  const { replica, operation } = graph.at(place);
  return {
    revisionId: operation.rev,
    replicaId: replica,
    writtenAt: operation.w,
    title: operation.title,
    body: bodyOf(operation),
    reason,
    base: base && {
      revisionId: revisionOf(base.included.map((at) => graph.idAt(at))),
      title: base.title,
      body: base.body,
    },
  };
}

/** Returns the time the note was trashed by a replica that had seen all its heads; null when it is not in Trash. */
function trashedAt(own: OperationsByName, heads: readonly string[]): number | null {
  const trashed = standing(
    own.of('doc.trash'),
    own.of('doc.restore').map(({ operation }) => operation.undo),
  );
  const effective = trashed.find(({ operation }) => heads.every((head) => operation.seen.includes(head)));
  return effective?.operation.w ?? null;
}

function tagsOf(own: OperationsByName): string[] {
  const given = standing(
    own.of('doc.tag_add'),
    own.of('doc.tag_remove').map(({ operation }) => operation.dots),
  );
  return [...new Set(given.map(({ operation }) => operation.tag))].sort();
}

function attachmentsOf(own: OperationsByName): Attachment[] {
  const given = standing(
    own.of('doc.attach'),
    own.of('doc.detach').map(({ operation }) => operation.dots),
  );
  const distinct = new Map<string, Attachment>();
  for (const { operation } of given) {
    const { resource, relation_type: relation } = operation;
    distinct.set(`${resource} ${relation}`, { resource, relation });
  }
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, attachment]) => attachment);
}
