import { hexToBytes } from '@noble/hashes/utils.js';
import type { Codec, Crypto } from '../crypto.js';
import { type ArtifactContent, type ArtifactContext, openArtifact, sealArtifact } from '../frames/artifact.js';
import { artifactDigest, artifactName, blobLocator, parseArtifactName } from '../frames/name.js';

/** A chunk of a blob, and what it is sealed with. */
export interface ChunkContent
  extends Pick<ArtifactContent, 'databaseId' | 'namespace' | 'epoch' | 'signer' | 'payload'> {
  /** Of the whole blob, in hexadecimal. */
  readonly sha256: string;
  /** From 0. */
  readonly chunk: number;
}

export interface SealedChunk {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What was found under a name, and the keys it says it was sealed with. */
export interface FoundChunk extends ArtifactContext, SealedChunk {
  readonly chunk: number;
  /** Ed25519, 32 bytes. */
  readonly signerKey: Uint8Array;
  /** 32 bytes. */
  readonly epochKey: Uint8Array;
}

/** Where chunks are sealed and opened, which is most of the work there is with them. */
export interface ChunkSealer {
  /** Whoever asks has no further use for the payload: it may be gone then. */
  seal(content: ChunkContent): Promise<SealedChunk>;
  /** The payload; null where the bytes are not those of the name, or do not open. Likewise of the bytes. */
  open(found: FoundChunk): Promise<Uint8Array | null>;
}

/** Seals and opens in this thread. */
export const sealerHere = (crypto: Crypto, codec: Codec): ChunkSealer => ({
  seal: async (content) => sealChunk(crypto, codec, content),
  open: async (found) => openChunk(crypto, codec, found),
});

export function sealChunk(crypto: Crypto, codec: Codec, { sha256, chunk, ...content }: ChunkContent): SealedChunk {
  const bytes = sealArtifact(crypto, codec, { artifactClass: 'blobs', index: chunk, ...content });
  const locator = blobLocator(crypto, content.epoch.key, hexToBytes(sha256), chunk);
  return { name: artifactName(crypto, locator, bytes), bytes };
}

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
