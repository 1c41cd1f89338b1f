import type { ArtifactClass, Carrier } from '../carrier/carrier.js';
import { isNamespace, PAGE_MOST } from '../carrier/names.js';
import { ControlLog } from '../control/log.js';
import { type ControlOperation, parseControl } from '../control/operation.js';
import { controlState } from '../control/state.js';
import { enrolment, recoveryAuthor, writeControl } from '../control/write.js';
import type { Codec, Crypto } from '../crypto.js';
import { unsealArtifact } from '../frames/artifact.js';
import { artifactDigest } from '../frames/name.js';
import { openRecovery } from '../frames/recovery.js';
import { compareEpochs, type Epoch } from '../keys/epoch.js';
import { keyIdOf, publicKeysOf, type ReplicaKeys } from '../keys/key-id.js';
import { recoveryKeys } from '../keys/recovery.js';
import type { Joiner } from '../pairing/messages.js';

/** A group reconstructed from its recovery code and a carrier. */
export interface RecoveredGroup {
  readonly databaseId: string;
  /** Id of the first operation of the log. */
  readonly genesis: string;
  readonly log: ControlLog;
  /** Epochs in ascending order. */
  readonly epochs: readonly Epoch[];
}

/**
 * Reason why recovery failed. `nothing`: the carrier has no recovery artifact. `other_code`: the code opens none of the
 * recovery artifacts. `damaged`: artifacts that recovery may need are unreadable. `incomplete`: no log with the code's
 * key was found. `replaced`: another recovery code replaced this one. `ambiguous`: more than one log introduces the
 * code's key, because a member made a second genesis.
 */
export type RecoveryProblem = 'nothing' | 'other_code' | 'damaged' | 'incomplete' | 'replaced' | 'ambiguous';

/** Result of {@link recoverGroup}: the group, or the problem. */
export type RecoveryResult =
  | { readonly ok: true; readonly group: RecoveredGroup }
  | { readonly ok: false; readonly problem: RecoveryProblem };

const failed = (problem: RecoveryProblem) => ({ ok: false, problem }) as const;

/**
 * Reads the members and all epochs of a group from a carrier with the secret of the recovery code. Changes nothing, so
 * it may be repeated.
 *
 * @param secret secret of the recovery code, 32 bytes
 * @throws CarrierError when the carrier does not answer
 */
export async function recoverGroup(
  crypto: Crypto,
  codec: Codec,
  carrier: Carrier,
  secret: Uint8Array,
): Promise<RecoveryResult> {
  const { databaseId } = await carrier.identity();
  const keys = recoveryKeys(crypto, secret);
  const sealed = await all(crypto, carrier, 'recovery');
  if (sealed.found.length + sealed.unreadable === 0) return failed('nothing');
  const epochs = epochsIn(crypto, databaseId, sealed.found, keys);
  if (epochs.size === 0) return failed(sealed.unreadable > 0 ? 'damaged' : 'other_code');

  const members = await all(crypto, carrier, 'members');
  const operations = members.found.flatMap(({ namespace, bytes }) => {
    const epochKey = (id: string) => epochs.get(id)?.key ?? null;
    const request = { databaseId, namespace, artifactClass: 'members', artifact: bytes, epochKey } as const;
    const opened = unsealArtifact(crypto, codec, request);
    const parsed = opened.ok ? parseControl(crypto, opened.payload) : opened;
    return parsed.ok ? parsed.operation : [];
  });
  const result = findRecoveredLog(crypto, databaseId, operations, keyIdOf(crypto, publicKeysOf(keys)));
  if (result.ok) {
    const { genesis, log } = result;
    return { ok: true, group: { databaseId, genesis, log, epochs: [...epochs.values()].sort(compareEpochs) } };
  }
  const isDamaged = result.problem === 'incomplete' && members.unreadable + sealed.unreadable > 0;
  return isDamaged ? failed('damaged') : result;
}

/**
 * Finds the log that the key of a recovery code belongs to: the log in which an admitted operation (`genesis` or
 * `recovery.replace`) introduces the key.
 */
export function findRecoveredLog(
  crypto: Crypto,
  databaseId: string,
  operations: readonly ControlOperation[],
  keyId: string,
):
  | { readonly ok: true; readonly genesis: string; readonly log: ControlLog }
  | { readonly ok: false; readonly problem: 'incomplete' | 'ambiguous' | 'replaced' } {
  const logs = logsOf(crypto, databaseId, operations).filter(({ log }) => log.introductions(keyId).length > 0);
  const [found, second] = logs;
  if (found === undefined) return { ok: false, problem: 'incomplete' };
  if (second !== undefined) return { ok: false, problem: 'ambiguous' };
  if (!controlState(found.log).keys.get(keyId)?.active) return { ok: false, problem: 'replaced' };
  return { ok: true, ...found };
}

/**
 * Adds a replica to the group by the recovery code.
 *
 * @returns the operation, which is added to the log; the replica publishes it itself
 */
export function joinByRecovery(
  crypto: Crypto,
  { log, epochs }: RecoveredGroup,
  secret: Uint8Array,
  { replicaId, name, keys, now }: Joiner,
): ControlOperation {
  return writeControl(crypto, log, recoveryAuthor(crypto, recoveryKeys(crypto, secret)), now, {
    kind: 'member.add',
    ...enrolment(crypto, replicaId, keys),
    name,
    invitation_id: null,
    epochs: epochs.map(({ id }) => id),
  });
}

interface Found {
  readonly namespace: string;
  readonly bytes: Uint8Array;
}

/** Reads all artifacts of a class in every namespace, and counts those whose bytes do not match their names. */
async function all(
  crypto: Crypto,
  carrier: Carrier,
  artifactClass: ArtifactClass,
): Promise<{ readonly found: readonly Found[]; readonly unreadable: number }> {
  const found: Found[] = [];
  let unreadable = 0;
  for (const namespace of (await carrier.namespaces()).filter(isNamespace))
    for (let after: string | null = null, more = true; more; ) {
      const { artifacts, next } = await carrier.list(namespace, artifactClass, after, PAGE_MOST);
      for (const { name } of artifacts) {
        const bytes = await carrier.get(namespace, artifactClass, name);
        if (bytes !== null && name.endsWith(artifactDigest(crypto, bytes))) found.push({ namespace, bytes });
        else unreadable += 1;
      }
      // A listing whose cursor does not move forward would never end.
      more = next !== null && next > (after ?? '');
      after = next;
    }
  return { found, unreadable };
}

function epochsIn(
  crypto: Crypto,
  databaseId: string,
  sealed: readonly Found[],
  { box }: ReplicaKeys,
): ReadonlyMap<string, Epoch> {
  const epochs = sealed.flatMap(({ bytes }) => openRecovery(crypto, databaseId, bytes, box) ?? []);
  return new Map(epochs.map((epoch) => [epoch.id, epoch]));
}

/** Builds a log for each genesis among the operations. */
function logsOf(crypto: Crypto, databaseId: string, operations: readonly ControlOperation[]) {
  return operations
    .filter(({ id, body }, at) => body.kind === 'genesis' && operations.findIndex((other) => other.id === id) === at)
    .map(({ id: genesis }) => {
      const log = new ControlLog(crypto, databaseId, genesis);
      for (const operation of operations) log.add(operation);
      return { genesis, log };
    })
    .filter(({ log }) => log.entries.length > 0);
}
