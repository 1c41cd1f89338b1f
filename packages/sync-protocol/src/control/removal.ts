import { RECOVERY } from './fields.js';
import type { ControlLog, Entry, IntroducedKey } from './log.js';
import type { Seniority } from './seniority.js';

/** Decision on the operations that count and the keys that are removed. */
export interface Removal {
  counts(entry: Entry): boolean;
  /** Returns the removals of a key that count. The key is removed when there is one. */
  getRemovals(keyId: string): readonly Entry[];
}

/**
 * Applies strong removal. An operation signed with a removed key counts only when the removal knows of it. The same
 * holds for everything that depends on such an operation: the keys it introduced, and all operations signed with those.
 *
 * Removals void one another by the same rule. A removal that no undecided removal could void counts, and the removals
 * it voids do not. When removals void one another in a circle, the one by the most senior author counts, and the
 * removals that would void it do not.
 */
export function decideRemovals(log: ControlLog, { rank, order }: Seniority): Removal {
  const authority = new Authority(log);
  const getAuthorRank = ({ operation: { body } }: Entry) => rank(body.key_id);
  const seniorFirst = [...authority.removals].sort((a, b) => getAuthorRank(a) - getAuthorRank(b) || order(a, b));
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
    const isVoid = (entry: Entry, stands: IsEffective) => authority.isVoid(entry, stands, discarded);
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
  const isEffective = (removal: Entry) => effective.has(removal);
  const counted = new Set(
    log.entries.filter((entry) =>
      authority.removals.has(entry) ? isEffective(entry) : !authority.isVoid(entry, isEffective, discarded),
    ),
  );
  return {
    counts: (entry) => counted.has(entry),
    getRemovals: (keyId) => authority.getRemovals(keyId).filter(isEffective),
  };
}

type IsEffective = (removal: Entry) => boolean;

/** Index of removals that decides whether an operation lost its authority. */
class Authority {
  readonly #log: ControlLog;
  readonly #byKey = new Map<string, Entry[]>();
  readonly removals = new Set<Entry>();

  constructor(log: ControlLog) {
    this.#log = log;
    for (const entry of log.entries)
      for (const keyId of findRemovedKeys(log, entry)) {
        this.removals.add(entry);
        this.#byKey.set(keyId, [...this.getRemovals(keyId), entry]);
      }
  }

  getRemovals(keyId: string): readonly Entry[] {
    return this.#byKey.get(keyId) ?? [];
  }

  /**
   * Returns true when the effective removals void an operation: its own key is removed, or every operation that
   * introduced the key is void.
   */
  isVoid(entry: Entry, stands: IsEffective, discarded: ReadonlySet<Entry>): boolean {
    const voids = new Map<Entry, boolean>();
    const isRemoved = (each: Entry) =>
      this.getRemovals(each.operation.body.key_id).some(
        (removal) => removal !== each && stands(removal) && !removal.ancestors.has(each.number),
      );
    // In ascending order, the introduction of a key is decided before the operations signed with the key.
    for (const each of this.#provenance(entry)) {
      const sources = this.#sources(each);
      const hasNoSource = sources.length > 0 && sources.every((source) => voids.get(source));
      voids.set(each, discarded.has(each) || isRemoved(each) || hasNoSource);
    }
    return voids.get(entry) ?? false;
  }

  /** Returns the operations that introduced the author's key within the operation's past; empty for the genesis. */
  #sources({ operation: { body }, ancestors }: Entry): readonly Entry[] {
    const introduced = this.#log.introductions(body.key_id).map(({ entry }) => entry);
    return introduced.filter(({ number }) => ancestors.has(number));
  }

  /** Returns an operation with all operations its authority derives from, in the order of admission. */
  #provenance(entry: Entry): readonly Entry[] {
    const found = new Set([entry]);
    for (const each of found) for (const source of this.#sources(each)) found.add(source);
    return [...found].sort((a, b) => a.number - b.number);
  }
}

/** Returns the keys that an operation removes, among those it knows of. */
function findRemovedKeys(log: ControlLog, { operation: { body }, ancestors }: Entry): readonly string[] {
  const findKeysOfReplica = (replicaId: string) =>
    [...log.introducedKeys]
      .filter((all) =>
        all.some((introduced) => introduced.replicaId === replicaId && ancestors.has(introduced.entry.number)),
      )
      .map(([introduced]) => (introduced as IntroducedKey).keyId);
  switch (body.kind) {
    case 'member.revoke_key':
      return [body.revoked_key_id];
    case 'member.retire':
      return findKeysOfReplica(body.replica_id);
    case 'recovery.replace':
      return findKeysOfReplica(RECOVERY);
    default:
      return [];
  }
}
