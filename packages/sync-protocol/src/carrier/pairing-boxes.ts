/** A request to join, or the answer to it; sealed, so a carrier may hold it. */
export type PairingBoxKind = 'req' | 'resp';

/** No box has more bytes. */
export const PAIRING_BOX_MOST_BYTES = 65_536;

/**
 * Where the boxes of a pairing pass from one device to the other without a connection between them. Boxes are not
 * artifacts: who joins has no namespace yet.
 */
export interface PairingBoxes {
  /** The invitations (`inv_…`) a box of this kind is here for, ascending. */
  invitations(kind: PairingBoxKind): Promise<readonly string[]>;
  get(invitationId: string, kind: PairingBoxKind): Promise<Uint8Array | null>;
  /** Durable when it resolves; takes the place of a box of the same invitation and kind. */
  put(invitationId: string, kind: PairingBoxKind, bytes: Uint8Array): Promise<void>;
  /** Removes both boxes; those that are not there are fine. */
  remove(invitationId: string): Promise<void>;
}
