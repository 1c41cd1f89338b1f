import type { LoggedOperation } from '../log/operations.js';
import { type EntityKey, getEntityKey } from './entity.js';
import { groupBy } from './operations-by-name.js';

/** Kinds of entities of which a library has many. */
export type EntityKind = 'note' | 'resource' | 'bundle' | 'provenance';

/** Operations grouped by entity. */
export interface OperationGroups {
  /** Returns the distinct ids of the entities of a kind that have operations. An entity may have an empty group. */
  listIds(kind: EntityKind): Iterable<string>;
  /** Returns all operations of an entity, unordered. */
  getOperations(key: EntityKey): readonly LoggedOperation[];
  /** Returns the ids of the notes that have purges. An id may repeat. */
  listPurged(): Iterable<string>;
}

/** Groups operations by the entity they concern. */
export const groupOperations = (operations: Iterable<LoggedOperation>): OperationGroups =>
  createGroups(groupBy(operations, ({ operation }) => getEntityKey(operation)));

/** Serves operations that are grouped by entity already. */
export const createGroups = (byEntity: ReadonlyMap<EntityKey, readonly LoggedOperation[]>): OperationGroups => ({
  *listIds(kind) {
    for (const key of byEntity.keys()) if (key.startsWith(`${kind}:`)) yield key.slice(kind.length + 1);
  },
  getOperations: (key) => byEntity.get(key) ?? [],
  *listPurged() {
    for (const own of byEntity.values())
      for (const { operation } of own) if (operation.op === 'doc.purge') yield operation.doc;
  },
});
