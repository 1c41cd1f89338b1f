import { bytesToHex } from '@noble/hashes/utils.js';
import { ARTIFACT_CLASSES, type ArtifactClass } from '../artifact-class.js';
import { concat, domain, lengthPrefixed, u64 } from '../bytes.js';
import type { Crypto } from '../crypto.js';

/** A symmetric group key with its id and number. Whoever is a member while an epoch is current keeps its key. */
export interface Epoch {
  /** 32 hexadecimal digits that commit to library, number and key. */
  readonly id: string;
  /** Number of the epoch, from 1. */
  readonly number: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const LOCATOR_SUBKEY = 32;
const BACKUP_SUBKEY = 33;

/**
 * Makes an epoch from its number and key, and derives its id.
 *
 * @param number from 1
 * @param key 32 bytes
 */
export function makeEpoch(crypto: Crypto, databaseId: string, number: number, key: Uint8Array): Epoch {
  const id = crypto.blake2b(16, concat(domain('epoch/1'), lengthPrefixed(databaseId), u64(number), key));
  return { id: bytesToHex(id), number, key };
}

/**
 * Makes an epoch with a random key.
 *
 * @param number from 1, and above the numbers of all known epochs
 */
export const mintEpoch = (crypto: Crypto, databaseId: string, number: number): Epoch =>
  makeEpoch(crypto, databaseId, number, crypto.random(32));

/** Compares two epochs by number, then by id. Every replica uses the greatest that counts as the current one. */
export function compareEpochs(a: Pick<Epoch, 'id' | 'number'>, b: Pick<Epoch, 'id' | 'number'>): number {
  if (a.number !== b.number) return a.number - b.number;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** Returns the byte of a class in a frame. It is also the subkey number of the class. */
export const getClassCode = (artifactClass: ArtifactClass): number => ARTIFACT_CLASSES.indexOf(artifactClass) + 1;

/** Derives the key that encrypts the artifacts of a class. */
export const deriveClassKey = (crypto: Crypto, epochKey: Uint8Array, artifactClass: ArtifactClass): Uint8Array =>
  crypto.derive(epochKey, getClassCode(artifactClass));

/** Derives the key of blob locators, see `deriveBlobLocator`. */
export const deriveLocatorKey = (crypto: Crypto, epochKey: Uint8Array): Uint8Array =>
  crypto.derive(epochKey, LOCATOR_SUBKEY);

/** Derives the key that encrypts the key of each backup. */
export const deriveBackupKey = (crypto: Crypto, epochKey: Uint8Array): Uint8Array =>
  crypto.derive(epochKey, BACKUP_SUBKEY);
