import type { PairingBoxes } from '@notes/sync-protocol/control';
import type { Pairing } from '../peers/pairing.js';

/** Answer to a request to join. */
export interface JoinAnswer {
  readonly invitationId: string;
  readonly box: Uint8Array;
  /** True when the replica was admitted by this call, not earlier. */
  readonly isNew: boolean;
}

/**
 * Admits replicas that ask to join at a sync target with invitations made here. The answers must be written only after
 * the admission is published: a replica that reads its answer connects to members who have to know it. Requests for
 * invitations that are not open any more are removed, so that their replicas do not wait.
 */
export async function admitReplicas(pairing: Pairing, boxes: PairingBoxes): Promise<JoinAnswer[]> {
  const open = listOpen(pairing);
  const answers: JoinAnswer[] = [];
  for (const invitationId of await boxes.invitations('req')) {
    const request = await boxes.get(invitationId, 'req');
    // A file that a program is still copying is no attempt, and must not lock the invitation.
    if (request?.length === 0) continue;
    const box = request && (await pairing.receive(invitationId, request));
    if (box) answers.push({ invitationId, box, isNew: open.has(invitationId) });
    else await removeRefused(pairing, boxes, invitationId);
  }
  return answers;
}

/** Returns true when a replica asks to join with an open invitation made here. */
export async function hasRequests(pairing: Pairing, boxes: PairingBoxes): Promise<boolean> {
  const open = listOpen(pairing);
  return open.size > 0 && (await boxes.invitations('req')).some((id) => open.has(id));
}

/** Returns the ids of the open invitations. */
const listOpen = (pairing: Pairing): ReadonlySet<string> =>
  new Set(pairing.invitations().flatMap(({ id, state }) => (state === 'open' ? id : [])));

/** Removes the request for an invitation made here that no device can use any more, unless an answer awaits its reader. */
async function removeRefused(pairing: Pairing, boxes: PairingBoxes, invitationId: string): Promise<void> {
  const invitation = pairing.invitations().find(({ id }) => id === invitationId);
  if (invitation === undefined || invitation.state === 'open') return;
  if ((await boxes.get(invitationId, 'resp')) === null) await boxes.remove(invitationId);
}
