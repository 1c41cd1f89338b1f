import { type Input, type Output, ServiceError } from '@notes/contract';
import { isNamespace } from '@notes/sync-protocol/carrier';
import type { Member } from '@notes/sync-protocol/control';
import type { Context } from '../../platform/context.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { type Decision, decide } from './decision.js';

/**
 * Revokes a key. A new group key comes first, so that nothing is encrypted for the holder of the revoked key in
 * between.
 */
export function revokeKey(context: Context, { key_id, mint }: Input<'revokeKey'>): Promise<Output<'revokeKey'>> {
  return decide(context, (decision) => {
    const key = decision.state.keys.get(key_id);
    if (key === undefined || !isNamespace(key.replicaId)) throw createNotFoundError('key', key_id);
    if (key.replicaId === decision.replica.keys.replicaId) throw thisDeviceError();
    if (!key.active) throw new ServiceError('conflict', `Key ${key_id} is already revoked`);
    if (mint) decision.mint([key_id]);
    const { id } = decision.write({
      kind: 'member.revoke_key',
      replica_id: key.replicaId,
      revoked_key_id: key_id,
      mint,
    });
    return { key_id, replica_id: key.replicaId, operation_id: id, epoch_id: decision.state.currentEpoch.id };
  });
}

/**
 * Retires a device. Its operations count as far as this device, or any other that has not learned of it, accepted them.
 */
export function retirePeer(context: Context, { replica_id }: Input<'retirePeer'>): Promise<Output<'retirePeer'>> {
  return decide(context, (decision) => {
    const member = getPeer(decision, replica_id);
    const author = decision.authors.get(replica_id);
    const final = author?.digest ? { index: author.index, sha256: author.digest } : null;
    const { id: epoch_id } = decision.mint(member.keys.map(({ keyId }) => keyId));
    const { id: operation_id, body } = decision.write({ kind: 'member.retire', replica_id, final });
    return { replica_id, status: 'retired', operation_id, epoch_id, retired_at: body.created_at };
  });
}

export function setSnapshotPermission(
  context: Context,
  { replica_id, granted }: Input<'setSnapshotPermission'>,
): Promise<Output<'setSnapshotPermission'>> {
  return decide(context, (decision) => {
    if (getPeer(decision, replica_id).status !== 'active')
      throw new ServiceError('conflict', `The keys of device ${replica_id} are revoked`);
    const { id: operation_id } = decision.write({ kind: 'snapshot.permit', replica_id, granted });
    return { replica_id, snapshot_permitted: granted, operation_id };
  });
}

/** Returns another device of the group that is not retired. @throws ServiceError `not_found`, `conflict` */
export function getPeer({ state, replica }: Pick<Decision, 'state' | 'replica'>, replicaId: string): Member {
  if (replicaId === replica.keys.replicaId) throw thisDeviceError();
  const member = state.members.get(replicaId);
  if (member === undefined) throw new ServiceError('not_found', `Device ${replicaId} is not in the group`);
  if (member.status === 'retired') throw new ServiceError('conflict', `Device ${replicaId} is already retired`);
  return member;
}

const thisDeviceError = () =>
  new ServiceError('conflict', 'A device cannot retire or revoke itself. Use another device of the group');
