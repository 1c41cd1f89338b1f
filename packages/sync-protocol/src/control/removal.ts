import { RECOVERY } from './fields.js';
import type { ControlLog, Entry, Introduced } from './log.js';
import type { Seniority } from './seniority.js';

/** Which operations count, and which keys are dead. */
export interface Removal {
  counts(entry: Entry): boolean;
  /** The removals of a key that count; the key is dead where there is one. */
  removalsOf(keyId: string): readonly Entry[];
}

/**
 * Strong removal. What is signed with a removed key counts only as far as the removal knows of it, and so does what
 * follows from it: the keys it brought, and all that is signed with those.
 *
 * Removals void one another by the same rule. One that nothing undecided could void counts, and what it voids does not;
 * where some void one another in a circle, the one by the most senior author counts, and those that would void it do not.
 */
export function decideRemovals(log: ControlLog, { rank, order }: Seniority): Removal {
  const authority = new Authority(log);
  const rankOf = ({ operation: { body } }: Entry) => rank(body.key_id);
  const seniorFirst = [...authority.removals].sort((a, b) => rankOf(a) - rankOf(b) || order(a, b));
  const undecided = new Set(seniorFirst);
  const effective = new Set<Entry>();
  const discarded = new Set<Entry>();
  const move = (removals: readonly Entry[], to: Set<Entry>) => {
    for (const removal of removals) if (undecided.delete(removal)) to.add(removal);
  };

  while (undecided.size > 0) {
    const among =
      (...sets: readonly Set<Entry>[]) =>
      (removal: Entry) =>
        sets.some((set) => set.has(removal));
    const isVoid = (entry: Entry, stands: Stands) => authority.isVoid(entry, stands, discarded);
    const before = undecided.size;
    move(
      [...undecided].filter((removal) => isVoid(removal, among(effective))),
      discarded,
    );
    move(
      [...undecided].filter((removal) => !isVoid(removal, among(effective, undecided))),
      effective,
    );
    const [senior] = undecided;
    if (senior === undefined || undecided.size < before) continue;
    move(
      [...undecided].filter((removal) => isVoid(senior, (each) => each === removal)),
      discarded,
    );
    move([senior], effective);
  }
  const stands = (removal: Entry) => effective.has(removal);
  const counted = new Set(
    log.entries.filter((entry) =>
      authority.removals.has(entry) ? stands(entry) : !authority.isVoid(entry, stands, discarded),
    ),
  );
  return {
    counts: (entry) => counted.has(entry),
    removalsOf: (keyId) => authority.removalsOf(keyId).filter(stands),
  };
}

type Stands = (removal: Entry) => boolean;

/** Where the right to make an operation comes from, and what takes it away. */
class Authority {
  readonly #log: ControlLog;
  readonly #byKey = new Map<string, Entry[]>();
  readonly removals = new Set<Entry>();

  constructor(log: ControlLog) {
    this.#log = log;
    for (const entry of log.entries)
      for (const keyId of removedKeys(log, entry)) {
        this.removals.add(entry);
        this.#byKey.set(keyId, [...this.removalsOf(keyId), entry]);
      }
  }

  removalsOf(keyId: string): readonly Entry[] {
    return this.#byKey.get(keyId) ?? [];
  }

  /** Whether the removals that stand take it away: itself, or every operation that brought the key it is signed with. */
  isVoid(entry: Entry, stands: Stands, discarded: ReadonlySet<Entry>): boolean {
    const voids = new Map<Entry, boolean>();
    const isRemoved = (each: Entry) =>
      this.removalsOf(each.operation.body.key_id).some(
        (removal) => removal !== each && stands(removal) && !removal.past.has(each.number),
      );
    // Ascending, so what brought a key is known before what is signed with it.
    for (const each of this.#provenance(entry)) {
      const sources = this.#sources(each);
      const hasNoSource = sources.length > 0 && sources.every((source) => voids.get(source));
      voids.set(each, discarded.has(each) || isRemoved(each) || hasNoSource);
    }
    return voids.get(entry) ?? false;
  }

  /** The operations that brought the key of an author, as far as it knows; none for the first. */
  #sources({ operation: { body }, past }: Entry): readonly Entry[] {
    const introduced = this.#log.introductions(body.key_id).map(({ entry }) => entry);
    return introduced.filter(({ number }) => past.has(number));
  }

  /** An operation with all that its right to be made comes from, in the order of admission. */
  #provenance(entry: Entry): readonly Entry[] {
    const found = new Set([entry]);
    for (const each of found) for (const source of this.#sources(each)) found.add(source);
    return [...found].sort((a, b) => a.number - b.number);
  }
}

/** The keys an operation takes out of the group: of those it knows of. */
function removedKeys(log: ControlLog, { operation: { body }, past }: Entry): readonly string[] {
  const keysOf = (replicaId: string) =>
    [...log.introducedKeys]
      .filter((all) =>
        all.some((introduced) => introduced.replicaId === replicaId && past.has(introduced.entry.number)),
      )
      .map(([introduced]) => (introduced as Introduced).keyId);
  switch (body.kind) {
    case 'member.revoke_key':
      return [body.revoked_key_id];
    case 'member.retire':
      return keysOf(body.replica_id);
    case 'recovery.replace':
      return keysOf(RECOVERY);
    default:
      return [];
  }
}
