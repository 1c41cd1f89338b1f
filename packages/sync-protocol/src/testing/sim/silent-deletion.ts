import { lineageIds } from '../../merge/lineage.js';
import { operationsOf, versionsOf } from '../memory-state.js';
import type { Replica } from './replica.js';

/** What is to be seen of a library before a run. */
export interface Notice {
  readonly versions: Readonly<Record<string, number>>;
  /** The revisions that a note shows or that stand aside of it, by the ids of notes that are not in Trash. */
  readonly active: ReadonlyMap<string, readonly string[]>;
}

type Observed = Pick<Replica, 'id' | 'store' | 'view'>;

export const noticeOf = (replica: Observed): Notice => ({
  versions: versionsOf(replica.store.state),
  active: activeIn(replica),
});

/** Every revision anybody wrote, which libraries forget: the note it was written to, and what it stands on. */
export class Revisions {
  readonly #all = new Map<string, { readonly doc: string; readonly parents: readonly string[] }>();

  /** To be called before what a replica wrote is anybody else's. */
  collect({ id, store }: Pick<Observed, 'id' | 'store'>): void {
    for (const { operation } of store.state.log.get(id) ?? [])
      if (operation.op === 'doc.write') this.#all.set(operation.rev, operation);
  }

  docOf(revision: string): string | undefined {
    return this.#all.get(revision)?.doc;
  }

  /** Those, and all they stand on. */
  closure(revisions: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    for (const open = [...revisions]; open.length > 0; ) {
      const revision = open.pop() as string;
      if (!found.has(revision)) open.push(...(this.#all.get(revision)?.parents ?? []));
      found.add(revision);
    }
    return found;
  }
}

/**
 * I3: a note that is not there any more, or in Trash, is so because an operation says so that has just arrived: of the
 * note, or a purge of one it was recovered from, so that purges have seen all of what was recovered.
 */
export function vanished({ versions, active }: Notice, replica: Observed, revisions: Revisions): string[] {
  const now = activeIn(replica);
  const missing = [...active].filter(([id]) => !now.has(id));
  if (missing.length === 0) return [];
  const told = new Set<string>();
  /** What the purges of a note have seen, by its id. */
  const seen = new Map<string, readonly string[]>();
  const purgedNow = new Set<string>();
  for (const { replica: author, operation } of operationsOf(replica.store.state)) {
    const isNew = operation.s > (versions[author] ?? 0);
    if (operation.op === 'doc.trash' && isNew) told.add(operation.doc);
    if (operation.op !== 'doc.purge') continue;
    seen.set(operation.doc, [...(seen.get(operation.doc) ?? []), ...operation.seen]);
    if (isNew) purgedNow.add(operation.doc);
  }
  for (const root of seen.keys()) {
    const ids = lineageIds(root, (id) => seen.has(id));
    for (const [place, id] of ids.entries()) {
      const before = ids.slice(0, place);
      if (purgedNow.has(id) || (before.some((each) => purgedNow.has(each)) && isErased(id, before))) told.add(id);
    }
  }
  return missing.filter(([id]) => !told.has(id)).map(([id]) => `I3: ${id} went from ${replica.id} without a word`);

  /** Whether each revision of a recovered note was seen by a purge of the note it was written to, or of one between. */
  function isErased(id: string, before: readonly string[]): boolean {
    return (active.get(id) ?? []).every((revision) => {
      const first = before.indexOf(revisions.docOf(revision) ?? '');
      return first >= 0 && before.slice(first).some((each) => revisions.closure(seen.get(each) ?? []).has(revision));
    });
  }
}

function activeIn(replica: Observed): Map<string, readonly string[]> {
  const notes = [...replica.view().notes.values()].filter(({ trashedAt }) => trashedAt === null);
  return new Map(notes.map(({ id, heads, losers }) => [id, [...heads, ...losers.map(({ revisionId }) => revisionId)]]));
}
