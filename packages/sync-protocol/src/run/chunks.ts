import { hexToBytes } from '@noble/hashes/utils.js';
import type { Codec, Crypto } from '../crypto.js';
import { type ArtifactContent, type ArtifactContext, encryptArtifact, openArtifact } from '../frames/artifact.js';
import { computeArtifactDigest, computeArtifactName, deriveBlobLocator, parseArtifactName } from '../frames/name.js';

/** A chunk of a blob and the keys to encrypt it with. */
export interface ChunkContent
  extends Pick<ArtifactContent, 'databaseId' | 'namespace' | 'epoch' | 'signer' | 'payload'> {
  /** SHA-256 of the whole blob in hexadecimal. */
  readonly sha256: string;
  /** Index of the chunk, from 0. */
  readonly chunk: number;
}

/** An encrypted chunk of a blob under its name. */
export interface EncryptedChunk {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An artifact found under a chunk name, and the keys its header names. */
export interface FoundChunk extends ArtifactContext, EncryptedChunk {
  readonly chunk: number;
  /** Ed25519 public key, 32 bytes. */
  readonly signerKey: Uint8Array;
  /** Encryption key of the epoch, 32 bytes. */
  readonly epochKey: Uint8Array;
}

/** Encrypts and decrypts chunks, for example in a worker: this is most of the work with chunks. */
export interface ChunkCipher {
  /** Encrypts a chunk. The payload may be transferred, so the caller must not use it afterwards. */
  encrypt(content: ChunkContent): Promise<EncryptedChunk>;
  /**
   * Decrypts a chunk; null when the bytes do not match the name or cannot be opened. The bytes may be transferred, so
   * the caller must not use them afterwards.
   */
  decrypt(found: FoundChunk): Promise<Uint8Array | null>;
}

/** Encrypts and decrypts chunks in this thread. */
export const createLocalCipher = (crypto: Crypto, codec: Codec): ChunkCipher => ({
  encrypt: async (content) => encryptChunk(crypto, codec, content),
  decrypt: async (found) => decryptChunk(crypto, codec, found),
});

/** Encrypts and signs a chunk of a blob, and derives its name. */
export function encryptChunk(
  crypto: Crypto,
  codec: Codec,
  { sha256, chunk, ...content }: ChunkContent,
): EncryptedChunk {
  const bytes = encryptArtifact(crypto, codec, { artifactClass: 'blobs', index: chunk, ...content });
  const locator = deriveBlobLocator(crypto, content.epoch.key, hexToBytes(sha256), chunk);
  return { name: computeArtifactName(crypto, locator, bytes), bytes };
}

/**
 * Decrypts and verifies a chunk of a blob.
 *
 * @returns the bytes, or null when the name, signature or content does not match
 */
export function decryptChunk(crypto: Crypto, codec: Codec, found: FoundChunk): Uint8Array | null {
  const { databaseId, namespace, name, chunk, bytes, signerKey, epochKey } = found;
  if (computeArtifactDigest(crypto, bytes) !== parseArtifactName('blobs', name)?.digest) return null;
  const opened = openArtifact(crypto, codec, {
    databaseId,
    namespace,
    artifactClass: 'blobs',
    index: chunk,
    artifact: bytes,
    signerKey: () => signerKey,
    epochKey: () => epochKey,
  });
  return opened.ok ? opened.payload : null;
}
