import { decodeValidBase64 } from '../base64.js';
import type { Crypto } from '../crypto.js';
import { computeKeyId, type PublicKeys } from '../keys/key-id.js';
import type { ControlBody } from './bodies.js';
import { RECOVERY } from './fields.js';

/** A key that an operation brings into the group. */
export interface Introduction {
  readonly keyId: string;
  /** Owner: a replica id, or `recovery`. */
  readonly replicaId: string;
  readonly keys: PublicKeys;
  /** Signature that binds the key to its replica; null for a recovery key, which belongs to no replica. */
  readonly proof: Uint8Array | null;
}

interface Fields {
  readonly sign_pk: string;
  readonly box_pk: string;
  readonly replica_id?: string;
  readonly proof?: string;
}

/** Returns the keys that an operation introduces. */
export function getIntroductions(crypto: Crypto, body: ControlBody): readonly Introduction[] {
  switch (body.kind) {
    case 'genesis':
      return [toIntroduction(crypto, body.recovery), toIntroduction(crypto, body.member)];
    case 'member.add':
    case 'member.key_add':
    case 'recovery.replace':
      return [toIntroduction(crypto, body)];
    default:
      return [];
  }
}

function toIntroduction(crypto: Crypto, { sign_pk, box_pk, replica_id = RECOVERY, proof }: Fields): Introduction {
  const keys = { sign: decodeValidBase64(sign_pk), box: decodeValidBase64(box_pk) };
  return {
    keyId: computeKeyId(crypto, keys),
    replicaId: replica_id,
    keys,
    proof: proof === undefined ? null : decodeValidBase64(proof),
  };
}
