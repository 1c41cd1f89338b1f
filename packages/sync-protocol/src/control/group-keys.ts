import type { PublicKeys } from '../keys/key-id.js';
import { CONTROL_LIMITS, RECOVERY } from './fields.js';
import type { ControlLog, Entry, Introduced } from './log.js';
import type { Removal } from './removal.js';
import type { Seniority } from './seniority.js';

export interface GroupKey {
  readonly keyId: string;
  /** Whose it is: a replica, or the recovery code. */
  readonly replicaId: string;
  readonly keys: PublicKeys;
  /** Whether what is signed with it now counts. */
  readonly active: boolean;
  readonly enrolledAt: string;
  /** When it was removed, as whoever did says; null for one that is active or never counted. */
  readonly revokedAt: string | null;
}

/** By replica, the operation that made it a member and the key it came with. */
export type Additions = ReadonlyMap<string, { readonly entry: Entry; readonly keyId: string }>;

/**
 * Who was added by what counts. A replica that two have added at once, without knowing of one another and with different
 * keys, is the one of the more senior: nobody gets a key into the name of another by adding it again.
 *
 * @param counted What counts, in the order of the group.
 */
export function additionsOf(counted: readonly Entry[], { rank, order }: Seniority): Additions {
  const bySeniority = [...counted].sort((a, b) => rank(authorOf(a)) - rank(authorOf(b)) || order(a, b));
  const winners = new Map<string, { entry: Entry; keyId: string }>();
  for (const entry of bySeniority) {
    if (entry.operation.body.kind !== 'genesis' && entry.operation.body.kind !== 'member.add') continue;
    for (const { keyId, replicaId } of entry.introduces)
      if (replicaId !== RECOVERY && !winners.has(replicaId)) winners.set(replicaId, { entry, keyId });
  }
  const inOrder = [...winners].sort(([, a], [, b]) => order(a.entry, b.entry));
  return new Map(inOrder.slice(0, CONTROL_LIMITS.members));
}

/** Every key that was ever introduced, by id, ascending. */
export function groupKeys(
  log: ControlLog,
  removal: Removal,
  counted: readonly Entry[],
  additions: Additions,
): ReadonlyMap<string, GroupKey> {
  const roots = rootsOf(counted);
  const keys = Array.from(log.introducedKeys, (introduced): GroupKey => {
    const { keyId, replicaId, keys: publicKeys, entry } = firstThatCounts(introduced, removal);
    const removedAt = removal.removalsOf(keyId).map(({ operation }) => operation.body.created_at);
    const isOfIts = replicaId === RECOVERY || additions.get(replicaId)?.keyId === roots.get(keyId);
    return {
      keyId,
      replicaId,
      keys: publicKeys,
      active: removal.counts(entry) && removedAt.length === 0 && isOfIts,
      enrolledAt: entry.operation.body.created_at,
      revokedAt: removedAt.sort()[0] ?? null,
    };
  });
  return new Map(keys.sort((a, b) => (a.keyId < b.keyId ? -1 : 1)).map((key) => [key.keyId, key]));
}

/** By key, the one its replica was added with: itself, or the one that a replica had when it added a further one. */
function rootsOf(counted: readonly Entry[]): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  for (const entry of counted)
    for (const { keyId } of entry.introduces) {
      const further = entry.operation.body.kind === 'member.key_add';
      if (!roots.has(keyId)) roots.set(keyId, further ? (roots.get(authorOf(entry)) ?? keyId) : keyId);
    }
  return roots;
}

function firstThatCounts(introduced: readonly Introduced[], removal: Removal): Introduced {
  const [first] = [...introduced].sort(
    (a, b) => Number(removal.counts(b.entry)) - Number(removal.counts(a.entry)) || compareIds(a.entry, b.entry),
  );
  return first as Introduced;
}

const compareIds = (a: Entry, b: Entry) =>
  a.operation.body.height - b.operation.body.height || (a.operation.id < b.operation.id ? -1 : 1);

const authorOf = ({ operation }: Entry) => operation.body.key_id;
