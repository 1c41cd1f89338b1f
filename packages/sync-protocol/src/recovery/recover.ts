import type { ArtifactClass, Carrier } from '../carrier/carrier.js';
import { isNamespace, PAGE_MOST } from '../carrier/names.js';
import { ControlLog } from '../control/log.js';
import { type ControlOperation, parseControl } from '../control/operation.js';
import { controlState } from '../control/state.js';
import { enrolment, recoveryAuthor, writeControl } from '../control/write.js';
import type { Codec, Crypto } from '../crypto.js';
import { unsealArtifact } from '../frames/artifact.js';
import { openRecovery } from '../frames/recovery.js';
import { compareEpochs, type Epoch } from '../keys/epoch.js';
import { keyIdOf, publicKeysOf, type ReplicaKeys } from '../keys/key-id.js';
import { recoveryKeys } from '../keys/recovery.js';
import type { Joiner } from '../pairing/messages.js';

/** A group as its recovery code and a carrier tell it. */
export interface RecoveredGroup {
  readonly databaseId: string;
  /** The id of the first operation of the log. */
  readonly genesis: string;
  readonly log: ControlLog;
  /** Ascending. */
  readonly epochs: readonly Epoch[];
}

/**
 * `nothing`: there is no recovery artifact, so nothing was ever published here. `other_code`: the code opens none of
 * them. `incomplete`: the beginning of the log is not there, or cannot be read. `replaced`: another code took its place.
 * `ambiguous`: a member has made a second beginning, and nothing tells which is the right one.
 */
export type RecoveryProblem = 'nothing' | 'other_code' | 'incomplete' | 'replaced' | 'ambiguous';

export type RecoveryResult =
  | { readonly ok: true; readonly group: RecoveredGroup }
  | { readonly ok: false; readonly problem: RecoveryProblem };

const failed = (problem: RecoveryProblem) => ({ ok: false, problem }) as const;

/**
 * Reads who is in a group and every epoch, with nothing but a carrier and the secret of the recovery code. Changes
 * nothing; may be repeated.
 *
 * @throws CarrierError where the carrier does not answer
 */
export async function recoverGroup(
  crypto: Crypto,
  codec: Codec,
  carrier: Carrier,
  secret: Uint8Array,
): Promise<RecoveryResult> {
  const { databaseId } = await carrier.identity();
  const keys = recoveryKeys(crypto, secret);
  const sealed = await all(carrier, 'recovery');
  if (sealed.length === 0) return failed('nothing');
  const epochs = epochsIn(crypto, databaseId, sealed, keys);
  if (epochs.size === 0) return failed('other_code');

  const operations = (await all(carrier, 'members')).flatMap(({ namespace, bytes }) => {
    const epochKey = (id: string) => epochs.get(id)?.key ?? null;
    const request = { databaseId, namespace, artifactClass: 'members', artifact: bytes, epochKey } as const;
    const opened = unsealArtifact(crypto, codec, request);
    const parsed = opened.ok ? parseControl(crypto, opened.payload) : opened;
    return parsed.ok ? parsed.operation : [];
  });
  const keyId = keyIdOf(crypto, publicKeysOf(keys));
  const logs = logsOf(crypto, databaseId, operations).filter(({ log }) => log.introductions(keyId).length > 0);
  const [found, second] = logs;
  if (found === undefined) return failed('incomplete');
  if (second !== undefined) return failed('ambiguous');
  if (!controlState(found.log).keys.get(keyId)?.active) return failed('replaced');
  return { ok: true, group: { databaseId, ...found, epochs: [...epochs.values()].sort(compareEpochs) } };
}

/**
 * Makes a replica a member by the recovery code: the operation, which is added to the log, and which that replica
 * publishes itself.
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

/** All artifacts of a class, of every namespace. */
async function all(carrier: Carrier, artifactClass: ArtifactClass): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const namespace of (await carrier.namespaces()).filter(isNamespace))
    for (let after: string | null = null, more = true; more; ) {
      const { artifacts, next } = await carrier.list(namespace, artifactClass, after, PAGE_MOST);
      for (const { name } of artifacts) {
        const bytes = await carrier.get(namespace, artifactClass, name);
        if (bytes !== null) found.push({ namespace, bytes });
      }
      // A carrier that goes back would be listed for ever.
      more = next !== null && next > (after ?? '');
      after = next;
    }
  return found;
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

/** A log for each operation that is a beginning. */
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
