import type { PublicKeys } from '../keys/key-id.js';
import { CONTROL_LIMITS, RECOVERY } from './fields.js';
import type { ControlLog, Entry, IntroducedKey } from './log.js';
import type { Removal } from './removal.js';
import type { Seniority } from './seniority.js';

/** A public key of a group and its owner. */
export interface GroupKey {
  readonly keyId: string;
  /** Owner: a replica id, or `recovery`. */
  readonly replicaId: string;
  readonly keys: PublicKeys;
  /** True when new signatures by this key count. */
  readonly active: boolean;
  readonly enrolledAt: string;
  /** Time of the removal by its author's clock; null for a key that is active or never counted. */
  readonly revokedAt: string | null;
}

/** The operation that made each replica a member, and the key it came with, by replica id. */
export type Additions = ReadonlyMap<string, { readonly entry: Entry; readonly keyId: string }>;

/**
 * Returns the members added by operations that count. When two members add the same replica concurrently with different
 * keys, the addition by the more senior one wins, so nobody can attach their own key to another replica's name.
 *
 * @param counted operations that count, in the order of the group
 */
export function collectAdditions(counted: readonly Entry[], { rank, order }: Seniority): Additions {
  const bySeniority = [...counted].sort((a, b) => rank(getAuthorKeyId(a)) - rank(getAuthorKeyId(b)) || order(a, b));
  const winners = new Map<string, { entry: Entry; keyId: string }>();
  for (const entry of bySeniority) {
    if (entry.operation.body.kind !== 'genesis' && entry.operation.body.kind !== 'member.add') continue;
    for (const { keyId, replicaId } of entry.introduces)
      if (replicaId !== RECOVERY && !winners.has(replicaId)) winners.set(replicaId, { entry, keyId });
  }
  const inOrder = [...winners].sort(([, a], [, b]) => order(a.entry, b.entry));
  return new Map(inOrder.slice(0, CONTROL_LIMITS.members));
}

/** Returns every key ever introduced, ascending by id. */
export function collectGroupKeys(
  log: ControlLog,
  removal: Removal,
  counted: readonly Entry[],
  additions: Additions,
): ReadonlyMap<string, GroupKey> {
  const roots = findRootKeys(counted);
  const keys = Array.from(log.introducedKeys, (introduced): GroupKey => {
    const { keyId, replicaId, keys: publicKeys, entry } = pickIntroduction(introduced, removal);
    const removedAt = removal.getRemovals(keyId).map(({ operation }) => operation.body.created_at);
    const belongsToReplica = replicaId === RECOVERY || additions.get(replicaId)?.keyId === roots.get(keyId);
    return {
      keyId,
      replicaId,
      keys: publicKeys,
      active: removal.counts(entry) && removedAt.length === 0 && belongsToReplica,
      enrolledAt: entry.operation.body.created_at,
      revokedAt: removedAt.sort()[0] ?? null,
    };
  });
  return new Map(keys.sort((a, b) => (a.keyId < b.keyId ? -1 : 1)).map((key) => [key.keyId, key]));
}

/**
 * Maps each key to the key its replica was added with. A key added by `member.key_add` maps to the root of the key that
 * signed the addition.
 */
function findRootKeys(counted: readonly Entry[]): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  for (const entry of counted)
    for (const { keyId } of entry.introduces) {
      const further = entry.operation.body.kind === 'member.key_add';
      if (!roots.has(keyId)) roots.set(keyId, further ? (roots.get(getAuthorKeyId(entry)) ?? keyId) : keyId);
    }
  return roots;
}

function pickIntroduction(introduced: readonly IntroducedKey[], removal: Removal): IntroducedKey {
  const [first] = [...introduced].sort(
    (a, b) => Number(removal.counts(b.entry)) - Number(removal.counts(a.entry)) || compareIds(a.entry, b.entry),
  );
  return first as IntroducedKey;
}

const compareIds = (a: Entry, b: Entry) =>
  a.operation.body.height - b.operation.body.height || (a.operation.id < b.operation.id ? -1 : 1);

const getAuthorKeyId = ({ operation }: Entry) => operation.body.key_id;
