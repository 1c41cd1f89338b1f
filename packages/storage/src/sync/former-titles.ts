import { nameKey } from '@notes/query-language';
import type { LoggedOperation, OperationOf } from '@notes/sync-protocol';

export type Write = LoggedOperation<OperationOf<'doc.write'>>;

/**
 * Returns the titles that a note gave up, oldest first. A history with branches gives none: which of their titles the
 * note had depends on the order in which a replica received them.
 */
export function listFormerTitles(writes: readonly Write[]): string[] {
  const pairs = writes.slice(1).map((write, at) => [(writes[at] as Write).operation, write.operation] as const);
  if (!pairs.every(([before, { parents }]) => parents.length === 1 && parents[0] === before.rev)) return [];
  return pairs.flatMap(([before, after]) => (nameKey(before.title) === nameKey(after.title) ? [] : before.title));
}
