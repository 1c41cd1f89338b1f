import { type Conflict, nameConflicts, noteConflicts } from '../conflicts/conflict.js';
import type { LoggedOperation, OperationOf } from '../log/operations.js';
import { recoveredId } from './derived-ids.js';
import { type EntityKey, entityOf } from './entity.js';
import { asGroups, type OperationGroups } from './groups.js';
import type { BodyOf } from './merge-heads.js';
import { type NoteState, noteStates } from './note.js';
import { DEFAULT_NOTEBOOK, type NotebookView, notebookTree } from './notebooks.js';
import { groupBy } from './operations-by-name.js';
import { type ResourceView, resourceView } from './resources.js';
import { type SearchView, savedSearches } from './searches.js';
import { type BundleView, bundleView, type ProvenanceView, provenanceOf } from './sources.js';
import { type TagNames, type TagView, tagNames } from './tags.js';

/** A note among all others: in a notebook that is there, with tags that are shown. */
export interface NoteView extends NoteState {
  readonly notebook: string;
  /** In order of their ids. */
  readonly tags: readonly string[];
}

/** A library, as a set of operations has it. */
export interface View {
  readonly notes: ReadonlyMap<string, NoteView>;
  readonly notebooks: ReadonlyMap<string, NotebookView>;
  /** Those that some note has. */
  readonly tags: ReadonlyMap<string, TagView>;
  readonly searches: ReadonlyMap<string, SearchView>;
  readonly resources: ReadonlyMap<string, ResourceView>;
  readonly bundles: ReadonlyMap<string, BundleView>;
  /** By the id of a note or attachment that is there. */
  readonly provenance: ReadonlyMap<string, readonly ProvenanceView[]>;
  /** The open ones, by id. */
  readonly conflicts: ReadonlyMap<string, Conflict>;
}

/** What merging needs to know of texts. */
export interface TextReader {
  /** The body of a revision. By default the one in the operation, which has to be there. */
  readonly bodyOf?: BodyOf;
  /** The ids of the attachments a body embeds or links. By default each `resource://default/resources/res_…` in it. */
  readonly embeds?: (body: string) => Iterable<string>;
}

/**
 * The library that a set of operations makes: the specification of the merge. It depends on the set alone, not on the
 * order the operations come in; who has the same operations has the same library. Each part is a function of the
 * operations of one entity (`entityOf`), so that a program can keep the parts and redo those an operation touches.
 */
export function view(operations: readonly LoggedOperation[], texts: TextReader = {}): View {
  const byEntity = groupBy(operations, ({ operation }) => entityOf(operation));
  const lineages = Array.from(lineagesIn(asGroups(byEntity)), ({ root, operations: own }) =>
    lineageView(root, own, texts),
  );
  return assembleView(lineages, byEntity, texts);
}

/** What comes of one note and those recovered from it. */
export interface LineageView {
  readonly notes: readonly NoteState[];
  readonly conflicts: readonly Conflict[];
}

/** @param operations All that name the note `root` or one recovered from it */
export function lineageView(root: string, operations: readonly LoggedOperation[], texts: TextReader = {}): LineageView {
  const notes = noteStates(root, operations, texts.bodyOf ?? inlineBody);
  return { notes, conflicts: notes.flatMap((note) => noteConflicts(note, operations)) };
}

/** The library that notes are in, by the operations of everything else. */
export function assembleView(
  lineages: readonly LineageView[],
  byEntity: ReadonlyMap<EntityKey, readonly LoggedOperation[]>,
  texts: TextReader = {},
): View {
  const states = lineages.flatMap(({ notes }) => notes);
  const notebooks = notebookTree(byEntity.get('notebooks') ?? []);
  const searches = savedSearches(byEntity.get('searches') ?? []);
  const names = tagNames(byEntity.get('tags') ?? []);
  const notes = new Map(states.map((state) => [state.id, placeNote(state, notebooks, names)]));
  const referenced = new Set(states.flatMap((state) => [...referencesOf(state, texts.embeds)]));
  const resources = collect(byEntity, 'resource', (own, id) => resourceView(own, referenced.has(id)));
  const isHere = (id: string) => notes.has(id) || resources.has(id);
  const conflicts = [
    ...lineages.flatMap((lineage) => lineage.conflicts),
    ...nameConflicts([...notebooks.values(), ...searches.values()], byEntity.get('acknowledged') ?? []),
  ];
  return {
    notes,
    notebooks,
    tags: tagsInUse(notes.values(), names),
    searches,
    resources,
    bundles: collect(byEntity, 'bundle', bundleView),
    provenance: collect(byEntity, 'provenance', (own, id) => (isHere(id) ? provenanceOf(own) : null)),
    conflicts: new Map(conflicts.map((conflict) => [conflict.conflictId, conflict])),
  };
}

export function inlineBody({ rev, body }: OperationOf<'doc.write'>): string {
  if (body === undefined) throw new Error(`the body of ${rev} is in blobs`);
  return body;
}

/** A note in a notebook that is there, with the tags its own stand for. */
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

/** The attachments a note has, those of its open conflicts too: what keeps them from being deleted. */
export function* referencesOf(
  note: NoteState,
  embeds: (body: string) => Iterable<string> = embedded,
): Iterable<string> {
  for (const { resource } of note.attachments) yield resource;
  yield* embeds(note.body);
  for (const { body } of note.losers) yield* embeds(body);
}

function* embedded(body: string): Iterable<string> {
  for (const [, id] of body.matchAll(/resource:\/\/default\/resources\/(res_[0-9a-z_]+)/gi)) yield id as string;
}

/** The operations of each note together with those of the notes recovered from it. */
export function* lineagesIn(
  groups: OperationGroups,
): Iterable<{ readonly root: string; readonly operations: readonly LoggedOperation[] }> {
  const recovered = new Map<string, string>();
  for (const id of groups.purged()) recovered.set(id, recoveredId(id));
  const later = new Set(recovered.values());
  for (const root of groups.ids('note')) {
    if (later.has(root)) continue;
    let operations = groups.of(`note:${root}`);
    for (let next = recovered.get(root); next !== undefined; next = recovered.get(next))
      operations = [...operations, ...groups.of(`note:${next}`)];
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

function tagsInUse(notes: Iterable<NoteView>, { tags }: TagNames): Map<string, TagView> {
  const used = new Map<string, TagView>();
  for (const note of notes) for (const id of note.tags) used.set(id, tags.get(id) as TagView);
  return used;
}
