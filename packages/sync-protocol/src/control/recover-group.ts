import type { ArtifactClass } from '../artifact-class.js';
import type { Carrier } from '../carrier/carrier.js';
import { isNamespace, MAX_PAGE_SIZE } from '../carrier/names.js';
import type { Codec, Crypto } from '../crypto.js';
import { decryptArtifact } from '../frames/artifact.js';
import { computeArtifactDigest } from '../frames/name.js';
import { openRecoveryArtifact } from '../frames/recovery.js';
import { compareEpochs, type Epoch } from '../keys/epoch.js';
import { computeKeyId, getPublicKeys, type ReplicaKeys } from '../keys/key-id.js';
import { deriveRecoveryKeys } from '../keys/recovery.js';
import { ControlLog } from './log.js';
import { type ControlOperation, parseControl } from './operation.js';
import type { Joiner } from './pairing/messages.js';
import { getControlState } from './state.js';
import { buildEnrolment, createRecoveryAuthor, writeControl } from './write.js';

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

const fail = (problem: RecoveryProblem) => ({ ok: false, problem }) as const;

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
  const keys = deriveRecoveryKeys(crypto, secret);
  const sealed = await readAll(crypto, carrier, 'recovery');
  if (sealed.found.length + sealed.unreadable === 0) return fail('nothing');
  const epochs = openEpochs(crypto, databaseId, sealed.found, keys);
  if (epochs.size === 0) return fail(sealed.unreadable > 0 ? 'damaged' : 'other_code');

  const members = await readAll(crypto, carrier, 'members');
  const operations = members.found.flatMap(({ namespace, bytes }) => {
    const epochKey = (id: string) => epochs.get(id)?.key ?? null;
    const request = { databaseId, namespace, artifactClass: 'members', artifact: bytes, epochKey } as const;
    const opened = decryptArtifact(crypto, codec, request);
    const parsed = opened.ok ? parseControl(crypto, opened.payload) : opened;
    return parsed.ok ? parsed.operation : [];
  });
  const result = findRecoveredLog(crypto, databaseId, operations, computeKeyId(crypto, getPublicKeys(keys)));
  if (result.ok) {
    const { genesis, log } = result;
    return { ok: true, group: { databaseId, genesis, log, epochs: [...epochs.values()].sort(compareEpochs) } };
  }
  const isDamaged = result.problem === 'incomplete' && members.unreadable + sealed.unreadable > 0;
  return isDamaged ? fail('damaged') : result;
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
  const logs = buildLogs(crypto, databaseId, operations).filter(({ log }) => log.introductions(keyId).length > 0);
  const [found, second] = logs;
  if (found === undefined) return { ok: false, problem: 'incomplete' };
  if (second !== undefined) return { ok: false, problem: 'ambiguous' };
  if (!getControlState(found.log).keys.get(keyId)?.active) return { ok: false, problem: 'replaced' };
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
  return writeControl(crypto, log, createRecoveryAuthor(crypto, deriveRecoveryKeys(crypto, secret)), now, {
    kind: 'member.add',
    ...buildEnrolment(crypto, replicaId, keys),
    name,
    invitation_id: null,
    epochs: epochs.map(({ id }) => id),
  });
}

interface FoundArtifact {
  readonly namespace: string;
  readonly bytes: Uint8Array;
}

/** Reads all artifacts of a class in every namespace, and counts those whose bytes do not match their names. */
async function readAll(
  crypto: Crypto,
  carrier: Carrier,
  artifactClass: ArtifactClass,
): Promise<{ readonly found: readonly FoundArtifact[]; readonly unreadable: number }> {
  const found: FoundArtifact[] = [];
  let unreadable = 0;
  for (const namespace of (await carrier.namespaces()).filter(isNamespace))
    for (let after: string | null = null, more = true; more; ) {
      const { artifacts, next } = await carrier.list(namespace, artifactClass, after, MAX_PAGE_SIZE);
      for (const { name } of artifacts) {
        const bytes = await carrier.get(namespace, artifactClass, name);
        if (bytes !== null && name.endsWith(computeArtifactDigest(crypto, bytes))) found.push({ namespace, bytes });
        else unreadable += 1;
      }
      // A listing whose cursor does not move forward would never end.
      more = next !== null && next > (after ?? '');
      after = next;
    }
  return { found, unreadable };
}

function openEpochs(
  crypto: Crypto,
  databaseId: string,
  sealed: readonly FoundArtifact[],
  { box }: ReplicaKeys,
): ReadonlyMap<string, Epoch> {
  const epochs = sealed.flatMap(({ bytes }) => openRecoveryArtifact(crypto, databaseId, bytes, box) ?? []);
  return new Map(epochs.map((epoch) => [epoch.id, epoch]));
}

/** Builds a log for each genesis among the operations. */
function buildLogs(crypto: Crypto, databaseId: string, operations: readonly ControlOperation[]) {
  return operations
    .filter(({ id, body }, at) => body.kind === 'genesis' && operations.findIndex((other) => other.id === id) === at)
    .map(({ id: genesis }) => {
      const log = new ControlLog(crypto, databaseId, genesis);
      for (const operation of operations) log.add(operation);
      return { genesis, log };
    })
    .filter(({ log }) => log.entries.length > 0);
}
