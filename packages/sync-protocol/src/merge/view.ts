import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { type Conflict, findNameConflicts, findNoteConflicts } from './conflicts/conflict.js';
import { deriveRecoveredId } from './derived-ids.js';
import { type EntityKey, getEntityKey } from './entity.js';
import { createGroups, type OperationGroups } from './groups.js';
import type { ReadBody } from './merge-heads.js';
import { computeNoteStates, type NoteState } from './note.js';
import { buildNotebookTree, DEFAULT_NOTEBOOK, type NotebookView } from './notebooks.js';
import { groupBy } from './operations-by-name.js';
import { computeResource, type ResourceView } from './resources.js';
import { computeSearches, type SearchView } from './searches.js';
import { type BundleView, computeBundle, computeProvenance, type ProvenanceView } from './sources.js';
import { computeTagNames, type TagNames, type TagView } from './tags.js';

/** A note in the context of its library: in an existing notebook, with the tags its tag ids stand for. */
export interface NoteView extends NoteState {
  readonly notebook: string;
  /** Sorted ids. */
  readonly tags: readonly string[];
}

/** State of a library computed from a set of operations. */
export interface View {
  readonly notes: ReadonlyMap<string, NoteView>;
  readonly notebooks: ReadonlyMap<string, NotebookView>;
  /** Tags that some note has. */
  readonly tags: ReadonlyMap<string, TagView>;
  readonly searches: ReadonlyMap<string, SearchView>;
  readonly resources: ReadonlyMap<string, ResourceView>;
  readonly bundles: ReadonlyMap<string, BundleView>;
  /** Provenance by the id of an existing note or attachment. */
  readonly provenance: ReadonlyMap<string, readonly ProvenanceView[]>;
  /** Open conflicts by id. */
  readonly conflicts: ReadonlyMap<string, Conflict>;
}

/** Access to note texts that merging needs. */
export interface TextReader {
  /** Returns the body of a revision. The default reads it from the operation and throws when it is not there. */
  readonly readBody?: ReadBody | undefined;
  /** Returns the ids of the attachments a body embeds. The default is `findEmbeddedResources`. */
  readonly embeds?: ((body: string) => Iterable<string>) | undefined;
}

/**
 * Computes the library of a set of operations. This function specifies the merge. The result depends on the set alone,
 * not on the order of the operations: replicas with the same operations have the same library. Each part is a function
 * of the operations of one entity (`getEntityKey`), so a program can cache the parts and recompute those an operation
 * changes.
 */
export function computeView(operations: readonly LoggedOperation[], texts: TextReader = {}): View {
  const byEntity = groupBy(operations, ({ operation }) => getEntityKey(operation));
  const lineages = Array.from(groupLineages(createGroups(byEntity)), ({ root, operations: own }) =>
    computeLineageView(root, own, texts),
  );
  return assembleView(lineages, byEntity, texts);
}

/** Notes of one lineage and their open conflicts. */
export interface LineageView {
  readonly notes: readonly NoteState[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Computes the notes of one lineage, and their open conflicts.
 *
 * @param operations all operations that name the note `root` or one recovered from it
 */
export function computeLineageView(
  root: string,
  operations: readonly LoggedOperation[],
  texts: TextReader = {},
): LineageView {
  const notes = computeNoteStates(root, operations, texts.readBody ?? readInlineBody);
  return { notes, conflicts: notes.flatMap((note) => findNoteConflicts(note, operations)) };
}

/** Assembles a library from the notes of all lineages and the operations of all other entities. */
export function assembleView(
  lineages: readonly LineageView[],
  byEntity: ReadonlyMap<EntityKey, readonly LoggedOperation[]>,
  texts: TextReader = {},
): View {
  const states = lineages.flatMap(({ notes }) => notes);
  const notebooks = buildNotebookTree(byEntity.get('notebooks') ?? []);
  const searches = computeSearches(byEntity.get('searches') ?? []);
  const names = computeTagNames(byEntity.get('tags') ?? []);
  const notes = new Map(states.map((state) => [state.id, placeNote(state, notebooks, names)]));
  const referenced = new Set(states.flatMap((state) => [...findReferences(state, texts.embeds)]));
  const resources = collect(byEntity, 'resource', (own, id) => computeResource(own, referenced.has(id)));
  const isHere = (id: string) => notes.has(id) || resources.has(id);
  const conflicts = [
    ...lineages.flatMap((lineage) => lineage.conflicts),
    ...findNameConflicts([...notebooks.values(), ...searches.values()], byEntity.get('acknowledged') ?? []),
  ];
  return {
    notes,
    notebooks,
    tags: findTagsInUse(notes.values(), names),
    searches,
    resources,
    bundles: collect(byEntity, 'bundle', computeBundle),
    provenance: collect(byEntity, 'provenance', (own, id) => (isHere(id) ? computeProvenance(own) : null)),
    conflicts: new Map(conflicts.map((conflict) => [conflict.conflictId, conflict])),
  };
}

/**
 * Returns the body that a `doc.write` carries.
 *
 * @throws Error when the body is in blobs
 */
export function readInlineBody({ rev, body }: OperationOf<'doc.write'>): string {
  if (body === undefined) throw new Error(`The body of revision ${rev} is stored in blobs, not in its operation.`);
  return body;
}

/** Puts a note into an existing notebook and replaces its tag ids with those of the tags they stand for. */
export function placeNote(
  state: NoteState,
  notebooks: ReadonlyMap<string, unknown>,
  { canonical }: TagNames,
): NoteView {
  const { home } = state;
  const tags = state.tagIds.flatMap((tag) => canonical.get(tag) ?? []);
  const notebook = home !== null && notebooks.has(home) ? home : DEFAULT_NOTEBOOK;
  return { notebook, tags: [...new Set(tags)].sort(), ...state };
}

/**
 * Yields the ids of the attachments that a note and its open conflicts reference. A referenced attachment is not
 * deleted.
 */
export function* findReferences(
  note: NoteState,
  embeds: (body: string) => Iterable<string> = findEmbeddedResources,
): Iterable<string> {
  for (const { resource } of note.attachments) yield resource;
  yield* embeds(note.body);
  for (const { body } of note.losers) yield* embeds(body);
}

/**
 * Yields the ids of the attachments that a text embeds. An id follows `resource://default/resources/`: it is `res_` and
 * the letters a to z, digits and underscores after it. Markdown is not parsed: an address in a code block counts.
 */
export function* findEmbeddedResources(body: string): Iterable<string> {
  // Most texts embed nothing, and a search for a fixed text is several times as fast as one for a pattern.
  if (!body.includes('resource://default/resources/')) return;
  for (const [, id] of body.matchAll(/resource:\/\/default\/resources\/(res_[0-9a-z_]+)/g)) yield id as string;
}

/** Yields the operations of each note together with those of the notes recovered from it. */
export function* groupLineages(
  groups: OperationGroups,
): Iterable<{ readonly root: string; readonly operations: readonly LoggedOperation[] }> {
  const recovered = new Map<string, string>();
  for (const id of groups.listPurged()) recovered.set(id, deriveRecoveredId(id));
  const later = new Set(recovered.values());
  for (const root of groups.listIds('note')) {
    if (later.has(root)) continue;
    let operations = groups.getOperations(`note:${root}`);
    for (let next = recovered.get(root); next !== undefined; next = recovered.get(next))
      operations = [...operations, ...groups.getOperations(`note:${next}`)];
    yield { root, operations };
  }
}

function collect<Value>(
  byEntity: ReadonlyMap<EntityKey, readonly LoggedOperation[]>,
  kind: 'resource' | 'bundle' | 'provenance',
  make: (operations: readonly LoggedOperation[], id: string) => Value | null,
): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [key, own] of byEntity) {
    if (!key.startsWith(`${kind}:`)) continue;
    const id = key.slice(kind.length + 1);
    const value = make(own, id);
    if (value !== null) values.set(id, value);
  }
  return values;
}

function findTagsInUse(notes: Iterable<NoteView>, { tags }: TagNames): Map<string, TagView> {
  const used = new Map<string, TagView>();
  for (const note of notes) for (const id of note.tags) used.set(id, tags.get(id) as TagView);
  return used;
}
