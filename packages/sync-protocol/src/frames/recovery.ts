import { concat, readU64, u64 } from '../bytes.js';
import type { Crypto, KeyPair } from '../crypto.js';
import { type Epoch, makeEpoch } from '../keys/epoch.js';
import { type ArtifactContext, type Signer, signFrame } from './artifact.js';
import { encodeHeader, HEADER_LENGTH, parseHeader, RECOVERY_LENGTH } from './header.js';

/** Content of a recovery artifact: an epoch key, encrypted for the recovery code. */
export interface RecoveryContent extends ArtifactContext {
  readonly index: number;
  readonly epoch: Epoch;
  readonly signer: Signer;
  /** Public X25519 key derived from the recovery code. */
  readonly recoveryKey: Uint8Array;
}

/** Makes an artifact of class `recovery`: an epoch key that only the recovery code can open. */
export function createRecoveryArtifact(
  crypto: Crypto,
  { epoch, recoveryKey, ...content }: RecoveryContent,
): Uint8Array {
  const header = encodeHeader({
    artifactClass: 'recovery',
    codec: 'none',
    index: content.index,
    epochId: epoch.id,
    keyId: content.signer.keyId,
    nonce: new Uint8Array(24),
    sealedLength: RECOVERY_LENGTH,
  });
  const box = crypto.boxSeal(concat(epoch.key, u64(epoch.number)), recoveryKey);
  return signFrame(crypto, content, content.signer, concat(header, box));
}

/**
 * Opens a recovery artifact; returns null when it is malformed or made for another code. The signature is not checked,
 * because the id of an epoch commits to its key.
 */
export function openRecoveryArtifact(
  crypto: Crypto,
  databaseId: string,
  artifact: Uint8Array,
  recoveryBox: KeyPair,
): Epoch | null {
  const header = parseHeader(artifact);
  if (header?.artifactClass !== 'recovery') return null;
  const opened = crypto.boxOpen(artifact.subarray(HEADER_LENGTH, HEADER_LENGTH + RECOVERY_LENGTH), recoveryBox);
  const number = opened === null ? null : readU64(opened, 32);
  if (opened === null || number === null) return null;
  const epoch = makeEpoch(crypto, databaseId, number, opened.subarray(0, 32));
  return epoch.id === header.epochId ? epoch : null;
}
