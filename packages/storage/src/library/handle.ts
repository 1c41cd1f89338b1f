import type { Connection } from './driver.js';

/** Kinds of entities whose changes are recorded. */
export type Entity = 'document' | 'notebook' | 'search_notebook' | 'tag' | 'resource' | 'source_bundle' | 'job';
/**
 * Kinds of changes. `links`: links of a note resolve differently after a change of another note or of a notebook.
 * `forget`: revisions of a note were deleted, none of them current.
 */
export type ChangeKind =
  | 'create'
  | 'update'
  | 'move'
  | 'tag'
  | 'rename'
  | 'attach'
  | 'trash'
  | 'restore'
  | 'purge'
  | 'delete'
  | 'provenance'
  | 'links'
  | 'forget'
  /** Times of a note, or revisions that are not current, without a change of its contents. */
  | 'amend';

/** Shared context of all readers and writers on one connection. */
export interface Handle {
  readonly raw: Connection;
  /** Returns true inside a write, whose changes may still be undone. */
  readonly isWriting: () => boolean;
  /** Records a change in the journal; every writer calls it for each changed entity. */
  readonly journal: (entity: Entity, id: string, kind: ChangeKind) => void;
}
