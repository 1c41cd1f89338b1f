import { bytesToHex } from '@noble/hashes/utils.js';
import { concat, domain, lengthPrefixed, u64 } from '../bytes.js';
import { ARTIFACT_CLASSES, type ArtifactClass } from '../carrier/carrier.js';
import type { Crypto } from '../crypto.js';

/** A group key and what it is known by. Whoever is a member while it is the current one holds it from then on. */
export interface Epoch {
  /** 32 hexadecimal digits, which commit to library, number and key. */
  readonly id: string;
  /** From 1. */
  readonly number: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const LOCATOR_SUBKEY = 32;
const BACKUP_SUBKEY = 33;

export function epochOf(crypto: Crypto, databaseId: string, number: number, key: Uint8Array): Epoch {
  const id = crypto.blake2b(16, concat(domain('epoch/1'), lengthPrefixed(databaseId), u64(number), key));
  return { id: bytesToHex(id), number, key };
}

/** A new random key for the epoch of that number. */
export const mintEpoch = (crypto: Crypto, databaseId: string, number: number): Epoch =>
  epochOf(crypto, databaseId, number, crypto.random(32));

/** Of two epochs the one that counts later, on every replica: by number, then by id. */
export function compareEpochs(a: Pick<Epoch, 'id' | 'number'>, b: Pick<Epoch, 'id' | 'number'>): number {
  if (a.number !== b.number) return a.number - b.number;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** The byte that stands for a class in a frame, which is also the number of its key. */
export const classCode = (artifactClass: ArtifactClass): number => ARTIFACT_CLASSES.indexOf(artifactClass) + 1;

/** The key the artifacts of a class are sealed with. */
export const classKey = (crypto: Crypto, epochKey: Uint8Array, artifactClass: ArtifactClass): Uint8Array =>
  crypto.derive(epochKey, classCode(artifactClass));

/** The key that blobs are found with, see `blobLocator`. */
export const locatorKey = (crypto: Crypto, epochKey: Uint8Array): Uint8Array => crypto.derive(epochKey, LOCATOR_SUBKEY);

/** The key that the key of each backup is sealed with. */
export const backupKey = (crypto: Crypto, epochKey: Uint8Array): Uint8Array => crypto.derive(epochKey, BACKUP_SUBKEY);
