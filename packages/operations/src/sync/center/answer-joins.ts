import type { PairingBoxes } from '@notes/sync-protocol';
import type { Pairing } from '../peers/pairing.js';

/** Answers what asks to join at a place of exchange, by invitations made here; answers how many were let in. */
export async function answerJoins(pairing: Pairing, boxes: PairingBoxes): Promise<number> {
  const open = new Set(pairing.invitations().flatMap(({ id, state }) => (state === 'open' ? id : [])));
  let joined = 0;
  for (const invitationId of await boxes.invitations('req')) {
    const request = await boxes.get(invitationId, 'req');
    const answer = request && (await pairing.receive(invitationId, request));
    if (!answer) continue;
    await boxes.put(invitationId, 'resp', answer);
    if (open.has(invitationId)) joined += 1;
  }
  return joined;
}
