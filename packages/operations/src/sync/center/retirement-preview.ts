import type { Input, Output } from '@notes/contract';
import { LibrarySyncStore } from '@notes/storage/sync';
import type { VersionVector } from '@notes/sync-protocol';
import type { Member } from '@notes/sync-protocol/control';
import { type Ack, computeSafeFloor, decodeAck, type MemberKnowledge } from '@notes/sync-protocol/run';
import type { Context } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import { loadGroup } from './group.js';
import { getPeer } from './members.js';
import { withReplica } from './replica.js';

/** Reports the consequences of retiring a device, as far as known here. */
export function previewRetirement(
  { library }: Context,
  { replica_id }: Input<'previewRetirement'>,
): Promise<Output<'previewRetirement'>> {
  return withReplica(library, async (replica) => {
    const { state } = await loadGroup(replica, new LibrarySyncStore(library));
    const member = getPeer({ state, replica }, replica_id);
    const own = replica.keys.replicaId;
    const { vector, acks, waiting } = library.store.read(({ sync }) => {
      const known = sync.exchange.acks().flatMap(({ payload }) => decodeAck(payload) ?? []);
      const head = known.find((ack) => ack.replica === replica_id)?.heads[own]?.index ?? 0;
      return { vector: sync.vector(), acks: known, waiting: sync.exchange.measureArtifacts('ops', head) };
    });
    const ack = acks.find((each) => each.replica === replica_id);
    const others = [...state.members.values()].filter((each) => each.replicaId !== replica_id);
    return {
      replica_id,
      consequences: {
        unacknowledged_ops: countLacking(vector, ack?.versions ?? {}),
        ...waiting,
        floor_after: computeSafeFloor(others.map((each) => toMemberKnowledge(each, acks, { own, vector }))),
        mints_epoch: true,
      },
      warnings: listWarnings(member, ack),
      confirmation: `retire-peer:${replica_id}`,
    };
  });
}

const countLacking = (known: VersionVector, has: VersionVector) =>
  Object.entries(known).reduce((sum, [replica, seq]) => sum + Math.max(0, seq - (has[replica] ?? 0)), 0);

const toMemberKnowledge = (
  { replicaId, status }: Member,
  acks: readonly Ack[],
  { own, vector }: { readonly own: string; readonly vector: VersionVector },
): MemberKnowledge => ({
  replicaId,
  acknowledged: replicaId === own ? vector : (acks.find(({ replica }) => replica === replicaId)?.versions ?? null),
  retired: status === 'retired' ? { applied: true } : false,
});

function listWarnings({ status }: Member, ack: Ack | undefined): string[] {
  const heard =
    ack === undefined
      ? 'This device has never reported its progress.'
      : `This device last reported its progress at ${timestamp(ack.at)}, by its own clock.`;
  return [
    heard,
    ...(status === 'active'
      ? [
          'Changes that it has not sent, or that no other device has received, are left out. Sync first to receive everything it has sent.',
        ]
      : []),
    'Retiring is permanent. The device can join again as a new device with a pairing code, and then sends its remaining changes.',
  ];
}
