import { versionsOf } from '../memory-state.js';
import type { Replica } from './replica.js';

/** What is to be seen of a library before a run. */
export interface Notice {
  readonly versions: Readonly<Record<string, number>>;
  readonly active: readonly string[];
}

export function noticeOf(replica: Replica): Notice {
  return { versions: versionsOf(replica.store.state), active: activeIn(replica) };
}

/** I3: a note that is not there any more, or in Trash, is so because an operation says so that has just arrived. */
export function vanished({ versions, active }: Notice, replica: Replica): string[] {
  const now = new Set(activeIn(replica));
  const missing = active.filter((id) => !now.has(id));
  if (missing.length === 0) return [];
  const told = new Set<string>();
  for (const [author, own] of replica.store.state.log)
    for (const { operation } of own.filter((logged) => logged.operation.s > (versions[author] ?? 0)))
      if (operation.op === 'doc.trash' || operation.op === 'doc.purge') told.add(operation.doc);
  return missing.filter((id) => !told.has(id)).map((id) => `I3: ${id} went from ${replica.id} without a word`);
}

const activeIn = (replica: Replica) =>
  [...replica.view().notes.values()].filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id);
