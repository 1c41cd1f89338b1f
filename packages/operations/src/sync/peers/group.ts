import type { EnrolledKey } from '@notes/storage';
import type { Crypto } from '@notes/sync-protocol';
import { isNamespace } from '@notes/sync-protocol/carrier';
import { ControlLog, type ControlState, type ControlLog as Log, parseControl } from '@notes/sync-protocol/control';
import type { SyncStore } from '@notes/sync-protocol/run';

/** Storage of the membership log. */
export type MemberStore = Pick<SyncStore, 'control' | 'listPendingControl' | 'addControl'>;

/** Reads the group as known here, including own operations that are in no artifact yet. */
export async function readControlLog(
  crypto: Crypto,
  { databaseId, genesis }: { readonly databaseId: string; readonly genesis: string },
  store: MemberStore,
): Promise<Log> {
  const log = new ControlLog(crypto, databaseId, genesis);
  const known = (await store.control()).map(({ payload }) => payload);
  for (const bytes of [...known, ...(await store.listPendingControl())]) {
    const parsed = parseControl(crypto, bytes);
    if (parsed.ok) log.add(parsed.operation);
  }
  return log;
}

const parseTime = (text: string) => Date.parse(text);

/** Returns the current and former keys that peers may have signed with. */
export function listEnrolledKeys({ members, keys }: ControlState): EnrolledKey[] {
  return [...keys.values()]
    .filter(({ replicaId }) => isNamespace(replicaId))
    .map(({ keyId, replicaId, keys: { sign, box }, active, enrolledAt, revokedAt }) => {
      const member = members.get(replicaId);
      return {
        keyId,
        replicaId,
        signKey: sign,
        boxKey: box,
        status: member?.status === 'retired' ? 'retired' : active ? 'active' : 'revoked',
        snapshotPermitted: member?.snapshotPermitted ?? false,
        enrolledAt: parseTime(enrolledAt),
        revokedAt: revokedAt === null ? null : parseTime(revokedAt),
      };
    });
}
