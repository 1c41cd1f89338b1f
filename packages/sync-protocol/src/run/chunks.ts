import { hexToBytes } from '@noble/hashes/utils.js';
import type { Codec, Crypto } from '../crypto.js';
import { type ArtifactContent, type ArtifactContext, openArtifact, sealArtifact } from '../frames/artifact.js';
import { artifactDigest, artifactName, blobLocator, parseArtifactName } from '../frames/name.js';

/** A chunk of a blob and the keys to encrypt it with. */
export interface ChunkContent
  extends Pick<ArtifactContent, 'databaseId' | 'namespace' | 'epoch' | 'signer' | 'payload'> {
  /** SHA-256 of the whole blob in hexadecimal. */
  readonly sha256: string;
  /** Index of the chunk, from 0. */
  readonly chunk: number;
}

/** An encrypted chunk of a blob under its name. */
export interface SealedChunk {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An artifact found under a chunk name, and the keys its header names. */
export interface FoundChunk extends ArtifactContext, SealedChunk {
  readonly chunk: number;
  /** Ed25519 public key, 32 bytes. */
  readonly signerKey: Uint8Array;
  /** Encryption key of the epoch, 32 bytes. */
  readonly epochKey: Uint8Array;
}

/** Encrypts and decrypts chunks, for example in a worker: this is most of the work with chunks. */
export interface ChunkSealer {
  /** Encrypts a chunk. The payload may be transferred, so the caller must not use it afterwards. */
  seal(content: ChunkContent): Promise<SealedChunk>;
  /**
   * Decrypts a chunk; null when the bytes do not match the name or cannot be opened. The bytes may be transferred, so
   * the caller must not use them afterwards.
   */
  open(found: FoundChunk): Promise<Uint8Array | null>;
}

/** Encrypts and decrypts chunks in this thread. */
export const sealerHere = (crypto: Crypto, codec: Codec): ChunkSealer => ({
  seal: async (content) => sealChunk(crypto, codec, content),
  open: async (found) => openChunk(crypto, codec, found),
});

/** Encrypts and signs a chunk of a blob, and derives its name. */
export function sealChunk(crypto: Crypto, codec: Codec, { sha256, chunk, ...content }: ChunkContent): SealedChunk {
  const bytes = sealArtifact(crypto, codec, { artifactClass: 'blobs', index: chunk, ...content });
  const locator = blobLocator(crypto, content.epoch.key, hexToBytes(sha256), chunk);
  return { name: artifactName(crypto, locator, bytes), bytes };
}

/**
 * Decrypts and verifies a chunk of a blob.
 *
 * @returns the bytes, or null when the name, signature or content does not match
 */
export function openChunk(crypto: Crypto, codec: Codec, found: FoundChunk): Uint8Array | null {
  const { databaseId, namespace, name, chunk, bytes, signerKey, epochKey } = found;
  if (artifactDigest(crypto, bytes) !== parseArtifactName('blobs', name)?.digest) return null;
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
