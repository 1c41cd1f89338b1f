import { fromBase64 } from '../base64.js';
import type { Crypto } from '../crypto.js';
import { keyIdOf, type PublicKeys } from '../keys/key-id.js';
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
export function introductionsOf(crypto: Crypto, body: ControlBody): readonly Introduction[] {
  switch (body.kind) {
    case 'genesis':
      return [introduce(crypto, body.recovery), introduce(crypto, body.member)];
    case 'member.add':
    case 'member.key_add':
    case 'recovery.replace':
      return [introduce(crypto, body)];
    default:
      return [];
  }
}

function introduce(crypto: Crypto, { sign_pk, box_pk, replica_id = RECOVERY, proof }: Fields): Introduction {
  const keys = { sign: bytesOf(sign_pk), box: bytesOf(box_pk) };
  return {
    keyId: keyIdOf(crypto, keys),
    replicaId: replica_id,
    keys,
    proof: proof === undefined ? null : bytesOf(proof),
  };
}

/** Decodes base 64 that the schema has already validated. */
const bytesOf = (text: string) => fromBase64(text) as Uint8Array;
