import { type Input, type Output, ServiceError } from '@notes/contract';
import { cancelInvitation, type Invitation } from '@notes/sync-protocol/control';
import type { Context, Library } from '../../platform/context.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { createPairing, type Replica, withReplica } from './replica.js';
import { openSyncFolder } from './sync-folder.js';
import { asServiceError, noTargetError, readTargetSettings } from './sync-target.js';

/** Creates, lists or revokes invitations to join the group. */
export function manageInvitations(
  { library, now }: Context,
  { action, ttl_seconds, invitation_id }: Input<'manageInvitations'>,
): Promise<Output<'manageInvitations'>> {
  return withReplica(library, async (replica) => {
    const pairing = createPairing(library, replica, now, null);
    if (action === 'list')
      return { created: false, invitations: pairing.invitations().map((invitation) => toWireInvitation(invitation)) };
    if (action === 'cancel')
      return { created: false, invitations: [cancel(replica, pairing.invitations(), invitation_id)] };
    await prepareTarget(library, replica);
    const { code, invitation } = pairing.invite(ttl_seconds === undefined ? undefined : ttl_seconds * 1_000);
    return { created: true, invitations: [toWireInvitation(invitation, code)] };
  });
}

/** Prepares the sync target for the requests of invited devices, which are made and answered there. */
async function prepareTarget({ config }: Library, replica: Replica): Promise<void> {
  const chosen = readTargetSettings(config);
  if (chosen.target !== 'directory') {
    if (config['sync.rest.enabled']) return;
    throw chosen.target === 'none' ? noTargetError() : noListenerError();
  }
  try {
    await openSyncFolder(chosen.path, replica);
  } catch (error) {
    throw asServiceError(error);
  }
}

const noListenerError = () =>
  new ServiceError(
    'conflict',
    'A device joins at the service of the device that invites it, and sync.rest.enabled is false here. Create the invitation on the device that runs the service',
  );

function cancel({ store }: Replica, invitations: readonly Invitation[], id: string | undefined) {
  if (id === undefined) throw new ServiceError('validation_failed', 'invitation_id: required with action cancel');
  const found = invitations.find((invitation) => invitation.id === id);
  if (found === undefined) throw createNotFoundError('invitation', id);
  const ended = cancelInvitation(found);
  store.invitations.keep(ended);
  return toWireInvitation(ended);
}

const toWireInvitation = ({ id, state, expiresAt }: Invitation, code: string | null = null) => ({
  invitation_id: id,
  code,
  state,
  expires_at: new Date(expiresAt).toISOString(),
});
