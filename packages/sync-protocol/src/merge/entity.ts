import type { Operation } from '../log/operations.js';

/**
 * Key of the entity that an operation belongs to. When an operation arrives, its entity is recomputed; the notes of one
 * lineage are recomputed together. Examples: `note:doc_…`, `resource:res_…`, `bundle:bundle_…`, and `provenance:…` of a
 * note or attachment. `notebooks`, `tags` and `searches` are one entity each. `acknowledged` holds the resolutions of
 * name collisions.
 */
export type EntityKey =
  | `${'note' | 'resource' | 'bundle' | 'provenance'}:${string}`
  | 'notebooks'
  | 'tags'
  | 'searches'
  | 'acknowledged';

/** Returns the entity of an operation. Notes recovered from one another form one lineage: see `groupLineages`. */
export function getEntityKey(operation: Operation): EntityKey {
  switch (operation.op) {
    case 'tag.create':
    case 'tag.name':
      return 'tags';
    case 'res.create':
    case 'res.name':
    case 'res.delete':
      return `resource:${operation.resource}`;
    case 'src.bundle':
      return `bundle:${operation.bundle}`;
    case 'src.provenance':
      return `provenance:${operation.target}`;
    case 'conflict.resolve':
      return operation.doc === null ? 'acknowledged' : `note:${operation.doc}`;
    default:
      if ('doc' in operation) return `note:${operation.doc}`;
      return 'search' in operation ? 'searches' : 'notebooks';
  }
}
