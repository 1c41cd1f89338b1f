/**
 * The state of a library as a pure function of a set of operations: views of notes, notebooks, tags, searches, resources
 * and sources, the three-way merge of texts, and conflicts with their resolution.
 *
 * @packageDocumentation
 */

// Views

export { type Attachment, computeNoteStates, type LosingRevision, type NoteState } from './note.js';
export { buildNotebookTree, DEFAULT_NOTEBOOK, type NotebookView } from './notebooks.js';
export { computeResource, type ResourceView } from './resources.js';
export { computeSearches, type SearchView } from './searches.js';
export { type BundleView, compareSources, computeBundle, computeProvenance, type ProvenanceView } from './sources.js';
export { computeTagNames, type TagNames, type TagView } from './tags.js';
export {
  computeLineageView,
  computeView,
  findEmbeddedResources,
  findReferences,
  type LineageView,
  type NoteView,
  type TextReader,
  type View,
} from './view.js';

// Texts

export { type MergeFailure, type MergeResult, mergeScalar, mergeText } from './three-way.js';

// Operations and their entities

export { deriveConflictId, deriveCopyId, deriveMergedRevisionId, deriveRecoveredId } from './derived-ids.js';
export { type EntityKey, getEntityKey } from './entity.js';
export { foldName } from './fold-name.js';
export { type EntityKind, groupOperations, type OperationGroups } from './groups.js';
export { MERGE_VERSION } from './limits.js';
export { Lineage, listLineageIds } from './lineage.js';
export type { MergeRefusal, NoteText, ReadBody } from './merge-heads.js';
export { findUncancelled } from './operations-by-name.js';
export { type MergedRevision, type RebasedEdits, rebaseEdits, type UnpublishedEdits } from './rebase-edits.js';

// Conflicts

export {
  type Conflict,
  type ConflictSide,
  type DocumentConflict,
  findNameConflicts,
  findNoteConflicts,
  type NameConflict,
  type PurgeConflict,
} from './conflicts/conflict.js';
export {
  assignSides,
  type ConflictChanges,
  type Resolution,
  resolveDocumentConflict,
  type Sides,
} from './conflicts/resolution.js';
export { type ConflictState, findConflictState } from './conflicts/state.js';
