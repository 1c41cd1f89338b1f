import type { LoggedOperation, Operation, OperationName, OperationOf } from '../log/operations.js';
import { compareOperations, getDot } from '../log/order.js';

/** Operations grouped by name, each group in the order of the log. */
export class OperationsByName {
  readonly #byName: ReadonlyMap<OperationName, readonly LoggedOperation[]>;

  constructor(operations: readonly LoggedOperation[]) {
    this.#byName = groupBy([...operations].sort(compareOperations), ({ operation }) => operation.op);
  }

  get<Name extends OperationName>(name: Name): readonly LoggedOperation<OperationOf<Name>>[] {
    return (this.#byName.get(name) ?? []) as unknown as readonly LoggedOperation<OperationOf<Name>>[];
  }
}

/** Returns the additions whose dots no removal names. */
export function findUncancelled<Of extends Operation>(
  added: readonly LoggedOperation<Of>[],
  undone: readonly (readonly string[])[],
): LoggedOperation<Of>[] {
  const gone = new Set(undone.flat());
  return added.filter((logged) => !gone.has(getDot(logged)));
}

export function groupBy<Key, Item>(items: Iterable<Item>, getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = getKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
