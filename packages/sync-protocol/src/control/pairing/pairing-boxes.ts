/** Kind of a pairing box: a request to join, or the answer to it. Boxes are encrypted, so a carrier may store them. */
export type PairingBoxKind = 'req' | 'resp';

/** Maximum bytes of a box. */
export const MAX_PAIRING_BOX_BYTES = 65_536;

/**
 * Exchange of pairing boxes between two devices that are not connected to each other. Boxes are not artifacts, because
 * the joining device has no namespace yet.
 */
export interface PairingBoxes {
  /** Returns the invitations (`inv_…`) that have a box of this kind, in ascending order. */
  invitations(kind: PairingBoxKind): Promise<readonly string[]>;
  get(invitationId: string, kind: PairingBoxKind): Promise<Uint8Array | null>;
  /** Stores a box and resolves when it is durable. Replaces a box of the same invitation and kind. */
  put(invitationId: string, kind: PairingBoxKind, bytes: Uint8Array): Promise<void>;
  /** Removes both boxes of an invitation; does nothing when they do not exist. */
  remove(invitationId: string): Promise<void>;
}
