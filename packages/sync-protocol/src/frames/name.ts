import { bytesToHex } from '@noble/hashes/utils.js';
import { concat, u32 } from '../bytes.js';
import type { ArtifactClass } from '../carrier/carrier.js';
import type { Crypto } from '../crypto.js';
import { locatorKey } from '../keys/epoch.js';

const DIGEST_DIGITS = 32;
const INDEXED = /^([0-9a-f]{16})-([0-9a-f]{32})$/;
const BLOB = /^([0-9a-f]{32})-([0-9a-f]{32})$/;

/** What the name of an artifact says: its place within the class, and how its SHA-256 begins, in hexadecimal digits. */
export interface ArtifactName {
  /** The index, or of a blob the 32 hexadecimal digits of its locator. */
  readonly place: number | string;
  readonly digest: string;
}

/**
 * The name of an artifact.
 *
 * @param place Its index, or of a blob its locator.
 */
export function artifactName(crypto: Crypto, place: number | string, bytes: Uint8Array): string {
  return nameOf(place, bytesToHex(crypto.sha256(bytes)));
}

/** The name of an artifact of which the SHA-256 is known, in hexadecimal. */
export const nameOf = (place: number | string, sha256: string): string =>
  `${placePrefix(place)}-${sha256.slice(0, DIGEST_DIGITS)}`;

/** How the names of all artifacts at a place begin: names of indexed classes ascend as their indices do. */
export const placePrefix = (place: number | string): string =>
  typeof place === 'string' ? place : place.toString(16).padStart(16, '0');

/** The part of a name that follows from the bytes. */
export const artifactDigest = (crypto: Crypto, bytes: Uint8Array): string =>
  bytesToHex(crypto.sha256(bytes)).slice(0, DIGEST_DIGITS);

/** Null for what is no name in that class. */
export function parseArtifactName(artifactClass: ArtifactClass, name: string): ArtifactName | null {
  const [, place, digest] = (artifactClass === 'blobs' ? BLOB : INDEXED).exec(name) ?? [];
  if (place === undefined || digest === undefined) return null;
  if (artifactClass === 'blobs') return { place, digest };
  const index = Number.parseInt(place, 16);
  return Number.isSafeInteger(index) && index >= 1 ? { place: index, digest } : null;
}

/**
 * Where a chunk of a blob is found by whoever knows what it is of: a keyed digest, so that nobody else can tell which
 * content is there.
 *
 * @param sha256 Of the whole blob, 32 bytes. @param chunk From 0.
 */
export function blobLocator(crypto: Crypto, epochKey: Uint8Array, sha256: Uint8Array, chunk: number): string {
  return bytesToHex(crypto.blake2b(16, concat(sha256, u32(chunk)), locatorKey(crypto, epochKey)));
}
