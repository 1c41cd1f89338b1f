import { bytesToHex } from '@noble/hashes/utils.js';
import type { ArtifactClass } from '../artifact-class.js';
import { concat, u32 } from '../bytes.js';
import type { Crypto } from '../crypto.js';
import { deriveLocatorKey } from '../keys/epoch.js';

const DIGEST_DIGITS = 32;
const INDEXED = /^([0-9a-f]{16})-([0-9a-f]{32})$/;
const BLOB = /^([0-9a-f]{32})-([0-9a-f]{32})$/;

/** Parts of an artifact's name: its position within the class, and the first 32 hexadecimal digits of its SHA-256. */
export interface ArtifactName {
  /** Index, or for a blob the 32 hexadecimal digits of its locator. */
  readonly position: number | string;
  readonly digest: string;
}

/**
 * Returns the name of an artifact.
 *
 * @param position index, or for a blob its locator
 */
export function computeArtifactName(crypto: Crypto, position: number | string, bytes: Uint8Array): string {
  return formatArtifactName(position, bytesToHex(crypto.sha256(bytes)));
}

/** Returns the name of an artifact from its SHA-256 in hexadecimal. */
export const formatArtifactName = (position: number | string, sha256: string): string =>
  `${formatPosition(position)}-${sha256.slice(0, DIGEST_DIGITS)}`;

/**
 * Returns the common prefix of the names of all artifacts with this index or locator. Names of indexed classes sort
 * like their indices.
 */
export const formatPosition = (position: number | string): string =>
  typeof position === 'string' ? position : position.toString(16).padStart(16, '0');

/** Returns the digest part of an artifact's name. */
export const computeArtifactDigest = (crypto: Crypto, bytes: Uint8Array): string =>
  bytesToHex(crypto.sha256(bytes)).slice(0, DIGEST_DIGITS);

/** Parses an artifact's name; returns null when it is invalid for the class. */
export function parseArtifactName(artifactClass: ArtifactClass, name: string): ArtifactName | null {
  const [, position, digest] = (artifactClass === 'blobs' ? BLOB : INDEXED).exec(name) ?? [];
  if (position === undefined || digest === undefined) return null;
  if (artifactClass === 'blobs') return { position, digest };
  const index = Number.parseInt(position, 16);
  return Number.isSafeInteger(index) && index >= 1 ? { position: index, digest } : null;
}

/**
 * Returns the locator of a blob's chunk. It is a keyed digest, so only members who know the blob's SHA-256 can find it.
 * A carrier cannot recognise content, but it can recognise equal chunks, since their locators are equal under one epoch.
 *
 * @param sha256 SHA-256 of the whole blob, 32 bytes
 * @param chunk chunk number, from 0
 */
export function deriveBlobLocator(crypto: Crypto, epochKey: Uint8Array, sha256: Uint8Array, chunk: number): string {
  return bytesToHex(crypto.blake2b(16, concat(sha256, u32(chunk)), deriveLocatorKey(crypto, epochKey)));
}
