import { type Input, type Output, ServiceError } from '@notes/contract';
import { cancelInvitation, type Invitation } from '@notes/sync-protocol';
import type { Context, Library } from '../../platform/context.js';
import { meetingFolder } from './meeting-folder.js';
import { asServiceError, chosenPlace, noPlace } from './place.js';
import { asReplica, pairingOf, type Replica } from './replica.js';

/** Creates, lists or revokes invitations to join the group. */
export function manageInvitations(
  { library, now }: Context,
  { action, ttl_seconds, invitation_id }: Input<'manageInvitations'>,
): Promise<Output<'manageInvitations'>> {
  return asReplica(library, async (replica) => {
    const pairing = pairingOf(library, replica, now, null);
    if (action === 'list')
      return { created: false, invitations: pairing.invitations().map((invitation) => shown(invitation)) };
    if (action === 'cancel')
      return { created: false, invitations: [cancel(replica, pairing.invitations(), invitation_id)] };
    await preparePlace(library, replica);
    const { code, invitation } = pairing.invite(ttl_seconds === undefined ? undefined : ttl_seconds * 1_000);
    return { created: true, invitations: [shown(invitation, code)] };
  });
}

/** Prepares the sync target for the requests of invited devices, which are made and answered there. */
async function preparePlace({ config }: Library, replica: Replica): Promise<void> {
  const chosen = chosenPlace(config);
  if (chosen.target !== 'directory') {
    if (config['sync.rest.enabled']) return;
    throw chosen.target === 'none' ? noPlace() : noListener();
  }
  try {
    await meetingFolder(chosen.path, replica);
  } catch (error) {
    throw asServiceError(error);
  }
}

const noListener = () =>
  new ServiceError(
    'conflict',
    'A device joins at the service of the device that invites it, and sync.rest.enabled is false here. Create the invitation on the device that runs the service',
  );

function cancel({ store }: Replica, invitations: readonly Invitation[], id: string | undefined) {
  if (id === undefined) throw new ServiceError('validation_failed', 'invitation_id: required with action cancel');
  const found = invitations.find((invitation) => invitation.id === id);
  if (found === undefined) throw new ServiceError('not_found', `Invitation ${id} does not exist`);
  const ended = cancelInvitation(found);
  store.invitations.keep(ended);
  return shown(ended);
}

const shown = ({ id, state, expiresAt }: Invitation, code: string | null = null) => ({
  invitation_id: id,
  code,
  state,
  expires_at: new Date(expiresAt).toISOString(),
});
