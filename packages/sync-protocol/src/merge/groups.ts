import type { LoggedOperation } from '../log/operations.js';
import { type EntityKey, entityOf } from './entity.js';
import { groupBy } from './operations-by-name.js';

/** Entities there are many of. */
export type EntityKind = 'note' | 'resource' | 'bundle' | 'provenance';

/** Operations by what they are part of. */
export interface OperationGroups {
  /** The ids, each once, of those of which there are operations; some may be of none. */
  ids(kind: EntityKind): Iterable<string>;
  /** All of an entity, in no order. */
  of(key: EntityKey): readonly LoggedOperation[];
  /** The ids of the notes that have purges. */
  purged(): Iterable<string>;
}

export const groupsOf = (operations: Iterable<LoggedOperation>): OperationGroups =>
  asGroups(groupBy(operations, ({ operation }) => entityOf(operation)));

export const asGroups = (byEntity: ReadonlyMap<EntityKey, readonly LoggedOperation[]>): OperationGroups => ({
  *ids(kind) {
    for (const key of byEntity.keys()) if (key.startsWith(`${kind}:`)) yield key.slice(kind.length + 1);
  },
  of: (key) => byEntity.get(key) ?? [],
  *purged() {
    for (const own of byEntity.values())
      for (const { operation } of own) if (operation.op === 'doc.purge') yield operation.doc;
  },
});
