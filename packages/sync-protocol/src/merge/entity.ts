import type { Operation } from '../log/operations.js';

/**
 * What an operation is part of, and all that has to be looked at again when it arrives: `note:doc_…`, `resource:res_…`,
 * `bundle:bundle_…`, `provenance:…` of a note or attachment; `notebooks`, `tags` and `searches` each as a whole;
 * `acknowledged` for collisions of names that somebody has settled.
 */
export type EntityKey =
  | `${'note' | 'resource' | 'bundle' | 'provenance'}:${string}`
  | 'notebooks'
  | 'tags'
  | 'searches'
  | 'acknowledged';

/** The entity of an operation. Notes that were recovered from one another are looked at together (`lineageRoot`). */
export function entityOf(operation: Operation): EntityKey {
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
