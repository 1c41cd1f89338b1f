import { domain } from '../bytes.js';
import type { Crypto } from '../crypto.js';
import type { ReplicaKeys } from './key-id.js';

/** Derives the key pairs of a recovery code from its 32 secret bytes. */
export function deriveRecoveryKeys(crypto: Crypto, secret: Uint8Array): ReplicaKeys {
  return {
    sign: crypto.signKeyPair(crypto.blake2b(32, domain('recovery/sign/1'), secret)),
    box: crypto.boxKeyPair(crypto.blake2b(32, domain('recovery/box/1'), secret)),
  };
}
