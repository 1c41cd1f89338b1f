import { fromBase64 } from '../base64.js';
import { RECOVERY } from '../control/fields.js';
import type { ControlOperation } from '../control/operation.js';
import type { ControlState } from '../control/state.js';
import { writeMint, writeShares } from '../control/write.js';
import { type Epoch, makeEpoch } from '../keys/epoch.js';
import type { RunContext } from './context.js';
import { ControlLogCache } from './control-log-cache.js';
import type { SyncKeys } from './keys.js';
import type { Membership } from './membership.js';
import { publish } from './publish.js';
import type { RunOptions } from './run-options.js';

/**
 * Returns the known state of the group, including own control operations that are not published yet.
 *
 * @throws Error when the log lacks its first operation
 */
export async function readMembership({ store, keys, crypto }: RunOptions): Promise<Membership> {
  const known = (await store.control()).map(({ payload }) => payload);
  const memory = ControlLogCache.get(crypto, keys);
  memory.read([...known, ...(await store.listPendingControl())]);
  await storeEpochs({ keys, crypto }, memory.operations);
  const { log, state } = memory;
  return {
    log,
    state,
    replicas: getReplicas(state),
    current: findEpoch(keys, state.currentEpoch.id),
    getStatus: (replica) => state.members.get(replica)?.status ?? 'none',
    getSignKey: (replica, keyId) => {
      const key = state.keys.get(keyId);
      return key?.replicaId === replica ? key.keys.sign : null;
    },
  };
}

/** Returns the replicas of a state, computed once for each state. */
function getReplicas(state: ControlState): readonly string[] {
  const replicas = replicasByState.get(state) ?? listReplicas(state);
  replicasByState.set(state, replicas);
  return replicas;
}

const replicasByState = new WeakMap<ControlState, readonly string[]>();

const listReplicas = ({ keys }: ControlState): readonly string[] =>
  [...new Set(Array.from(keys.values(), ({ replicaId }) => replicaId))].filter((id) => id !== RECOVERY).sort();

/**
 * Stores the epoch keys encrypted for this replica, even from operations that wait for others: those may be encrypted
 * under these epochs. The sender need not be trusted, because the id of an epoch commits to its key.
 */
async function storeEpochs(
  { keys, crypto }: Pick<RunOptions, 'keys' | 'crypto'>,
  operations: readonly ControlOperation[],
): Promise<void> {
  const numbers = new Map<string, number>();
  for (const { body } of operations) if (body.kind === 'epoch.mint') numbers.set(body.epoch_id, body.number);
  for (const { body } of operations) {
    if (body.kind !== 'epoch.mint' && body.kind !== 'epoch.share') continue;
    const number = numbers.get(body.epoch_id) ?? 1;
    const sealed = body.seals.find(({ key_id }) => key_id === keys.signer.keyId)?.sealed;
    if (sealed === undefined || findEpoch(keys, body.epoch_id) !== null) continue;
    const key = crypto.boxOpen(fromBase64(sealed) ?? new Uint8Array(0), keys.box);
    const epoch = key && makeEpoch(crypto, keys.databaseId, number, key);
    if (epoch?.id === body.epoch_id) await keys.keepEpoch(epoch);
  }
}

const findEpoch = (keys: SyncKeys, epochId: string): Epoch | null =>
  keys.epochs().find(({ id }) => id === epochId) ?? null;

/**
 * Writes the control operations the log requires: a new epoch when one is needed, and keys for members that lack them.
 */
export async function maintainGroup(run: RunContext): Promise<void> {
  const { crypto, keys, store, now, members } = run;
  const { log, state } = members;
  const author = { replicaId: keys.replicaId, signer: keys.signer };
  const memory = ControlLogCache.get(crypto, keys);
  const decided: ControlOperation[] = [];
  if (state.mintNeeded) {
    const { operation, epoch } = writeMint(crypto, log, author, now());
    memory.recordWritten(operation);
    await keys.keepEpoch(epoch);
    decided.push(operation);
  }
  const shares = writeShares(crypto, log, author, now(), (epochId) => findEpoch(keys, epochId));
  for (const share of shares) memory.recordWritten(share);
  for (const { bytes } of [...decided, ...shares]) await store.addControl(bytes);
  if (decided.length + shares.length > 0) run.members = await readMembership(run);
}

/**
 * Publishes own control operations under the first epoch, whose key every former member has. Under a later epoch,
 * removed members could not read of their removal. If two members removed each other, neither would learn of the
 * other's operation, and the group would stay split.
 */
export async function pushMembers(run: RunContext): Promise<void> {
  const epoch = run.keys.epochs().find(({ number }) => number === 1);
  for (;;) {
    const [payload] = await run.store.listPendingControl();
    if (payload === undefined || epoch === undefined) return;
    const index = ((await run.store.getLastArtifact('members'))?.index ?? 0) + 1;
    await publish(run, { artifactClass: 'members', index, payload, epoch });
    run.members = await readMembership(run);
  }
}
