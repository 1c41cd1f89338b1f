import { fromBase64 } from '../base64.js';
import type { Crypto } from '../crypto.js';
import { keyIdOf, type PublicKeys } from '../keys/key-id.js';
import type { ControlBody } from './bodies.js';
import { RECOVERY } from './fields.js';

/** A key that an operation brings into the group. */
export interface Introduction {
  readonly keyId: string;
  /** Whose it is: a replica, or the recovery code. */
  readonly replicaId: string;
  readonly keys: PublicKeys;
  /** By which it shows that it is of that replica; the recovery code is of none. */
  readonly proof: Uint8Array | null;
}

interface Fields {
  readonly sign_pk: string;
  readonly box_pk: string;
  readonly replica_id?: string;
  readonly proof?: string;
}

/** The keys an operation introduces. */
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

/** Of a text that the schema has read. */
const bytesOf = (text: string) => fromBase64(text) as Uint8Array;
