import type { PairingBoxes } from '@notes/sync-protocol';
import type { Pairing } from '../peers/pairing.js';

/** The answer to a request to join. */
export interface JoinAnswer {
  readonly invitationId: string;
  readonly box: Uint8Array;
  /** Whether it was let in now, not before. */
  readonly isNew: boolean;
}

/**
 * Lets in whoever asks to join at a place of exchange, by invitations made here. The answers are to be put there once it
 * is published that they were let in: who reads one comes to meet others who know nothing of it yet.
 */
export async function letJoin(pairing: Pairing, boxes: PairingBoxes): Promise<JoinAnswer[]> {
  const open = new Set(pairing.invitations().flatMap(({ id, state }) => (state === 'open' ? id : [])));
  const answers: JoinAnswer[] = [];
  for (const invitationId of await boxes.invitations('req')) {
    const request = await boxes.get(invitationId, 'req');
    const box = request && (await pairing.receive(invitationId, request));
    if (box) answers.push({ invitationId, box, isNew: open.has(invitationId) });
  }
  return answers;
}
