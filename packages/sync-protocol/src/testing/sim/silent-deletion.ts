import { listLineageIds } from '../../merge/lineage.js';
import { getVersions, listOperations } from '../memory-state.js';
import type { Replica } from './replica.js';

/** Visible state of a library before a run. */
export interface LibraryObservation {
  readonly versions: Readonly<Record<string, number>>;
  /** Ids of the heads and conflicting revisions of each note that is not in Trash, by note id. */
  readonly active: ReadonlyMap<string, readonly string[]>;
}

type Observed = Pick<Replica, 'id' | 'store' | 'view'>;

/** Records the visible state of a library. */
export const observeLibrary = (replica: Observed): LibraryObservation => ({
  versions: getVersions(replica.store.state),
  active: findActive(replica),
});

/** All revisions ever written, even those that libraries pruned: the note and the parents of each. */
export class Revisions {
  readonly #all = new Map<string, { readonly doc: string; readonly parents: readonly string[] }>();

  /** Collects the own revisions of a replica; to be called before they reach another replica. */
  collect({ id, store }: Pick<Observed, 'id' | 'store'>): void {
    for (const { operation } of store.state.log.get(id) ?? [])
      if (operation.op === 'doc.write') this.#all.set(operation.rev, operation);
  }

  getDocument(revision: string): string | undefined {
    return this.#all.get(revision)?.doc;
  }

  /** Returns revisions and all their ancestors. */
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
 * Checks I3: a note that disappeared or moved to Trash did so because of a newly arrived operation. This is a trash or
 * purge of the note, or a purge of a note it was recovered from, such that purges have seen all recovered revisions.
 */
export function findSilentDeletions(
  { versions, active }: LibraryObservation,
  replica: Observed,
  revisions: Revisions,
): string[] {
  const now = findActive(replica);
  const missing = [...active].filter(([id]) => !now.has(id));
  if (missing.length === 0) return [];
  const explained = new Set<string>();
  /** Revisions seen by the purges of a note, by its id. */
  const seen = new Map<string, readonly string[]>();
  const purgedNow = new Set<string>();
  for (const { replica: author, operation } of listOperations(replica.store.state)) {
    const isNew = operation.s > (versions[author] ?? 0);
    if (operation.op === 'doc.trash' && isNew) explained.add(operation.doc);
    if (operation.op !== 'doc.purge') continue;
    seen.set(operation.doc, [...(seen.get(operation.doc) ?? []), ...operation.seen]);
    if (isNew) purgedNow.add(operation.doc);
  }
  for (const root of seen.keys()) {
    const ids = listLineageIds(root, (id) => seen.has(id));
    for (const [place, id] of ids.entries()) {
      const before = ids.slice(0, place);
      if (purgedNow.has(id) || (before.some((each) => purgedNow.has(each)) && isErased(id, before))) explained.add(id);
    }
  }
  return missing
    .filter(([id]) => !explained.has(id))
    .map(([id]) => `I3: ${id} disappeared from ${replica.id} without an operation`);

  /**
   * Returns true when each revision of a recovered note was seen by a purge of the note it was written to, or of one
   * between.
   */
  function isErased(id: string, before: readonly string[]): boolean {
    return (active.get(id) ?? []).every((revision) => {
      const first = before.indexOf(revisions.getDocument(revision) ?? '');
      return first >= 0 && before.slice(first).some((each) => revisions.closure(seen.get(each) ?? []).has(revision));
    });
  }
}

function findActive(replica: Observed): Map<string, readonly string[]> {
  const notes = [...replica.view().notes.values()].filter(({ trashedAt }) => trashedAt === null);
  return new Map(notes.map(({ id, heads, losers }) => [id, [...heads, ...losers.map(({ revisionId }) => revisionId)]]));
}
