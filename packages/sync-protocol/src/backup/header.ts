import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { compareBytes, concat, domain, lengthPrefixed, readU32, readU64, u32, u64 } from '../bytes.js';
import type { Crypto } from '../crypto.js';
import { deriveBackupKey, type Epoch } from '../keys/epoch.js';

/** Bytes in the header of a backup. */
export const BACKUP_HEADER_LENGTH = 128;
/** Maximum payload bytes in a frame. */
export const MAX_FRAME_BYTES = 1_048_576;
const MIN_FRAME_BYTES = 64;
/** Bytes that encryption adds to each frame. */
export const TAG_LENGTH = 16;

const MAGIC = Uint8Array.of(0x4e, 0x53, 0x42, 0x31, 1, 0, 0, 0); // NSB1, version 1
const PREFIX_LENGTH = 19;
const PLAIN_LENGTH = 56;
const NONCE_LENGTH = 24;

/** Library, id and requester of a backup. The key of the backup is bound to them. */
export interface BackupContext {
  readonly databaseId: string;
  /** `bak_…` */
  readonly backupId: string;
  /** Replica that requested it. */
  readonly requester: string;
}

/** Sizes of a backup and its frames. */
export interface BackupLayout {
  readonly payloadBytes: number;
  /** Payload bytes in each frame but the last. */
  readonly frameBytes: number;
  readonly frames: number;
  /** Bytes of the whole backup with its header. */
  readonly sizeBytes: number;
}

/** A backup with its decrypted key. */
export interface OpenBackup extends BackupLayout {
  /** 128 bytes. */
  readonly header: Uint8Array;
  readonly key: Uint8Array;
}

/**
 * Computes frames and total size of a backup.
 *
 * @param payloadBytes size of the payload in bytes
 * @param frameBytes bytes of the payload in a frame
 */
export function computeLayout(payloadBytes: number, frameBytes: number): BackupLayout {
  const frames = Math.max(1, Math.ceil(payloadBytes / frameBytes));
  return { payloadBytes, frameBytes, frames, sizeBytes: BACKUP_HEADER_LENGTH + payloadBytes + frames * TAG_LENGTH };
}

/**
 * Starts a backup with a random key, which is encrypted under the epoch key, so every holder of the epoch can read it.
 *
 * @param payloadBytes size of the payload in bytes
 * @param frameBytes payload bytes in a frame, 64 to 1,048,576
 */
export function newBackup(
  crypto: Crypto,
  context: BackupContext,
  epoch: Pick<Epoch, 'id' | 'key'>,
  payloadBytes: number,
  frameBytes: number = MAX_FRAME_BYTES,
): OpenBackup {
  const prefix = crypto.random(PREFIX_LENGTH);
  const plain = concat(MAGIC, u32(frameBytes), hexToBytes(epoch.id), prefix, Uint8Array.of(0), u64(payloadBytes));
  const [nonce, key] = [crypto.random(NONCE_LENGTH), crypto.random(32)];
  const sealed = crypto.encrypt(key, buildAssociatedData(context, plain), nonce, deriveBackupKey(crypto, epoch.key));
  return { ...computeLayout(payloadBytes, frameBytes), header: concat(plain, nonce, sealed), key };
}

/**
 * Problem of a backup header. `header`: malformed. `epoch`: encrypted under an unknown key. `seal`: altered, or of
 * another backup.
 */
export type BackupProblem = 'header' | 'epoch' | 'seal';

/** Result of opening the header of a backup. */
export type BackupOpening =
  | { readonly ok: true; readonly backup: OpenBackup }
  | { readonly ok: false; readonly problem: BackupProblem };

/**
 * Reads the first 128 bytes of a backup.
 *
 * @param epochKey returns the key of an epoch by its id; null when it is not known
 */
export function openBackup(
  crypto: Crypto,
  context: BackupContext,
  header: Uint8Array,
  epochKey: (epochId: string) => Uint8Array | null,
): BackupOpening {
  const layout = parseLayout(header);
  if (layout === null) return { ok: false, problem: 'header' };
  const key = epochKey(bytesToHex(header.subarray(12, 28)));
  if (key === null) return { ok: false, problem: 'epoch' };
  const [plain, nonce] = [header.subarray(0, PLAIN_LENGTH), header.subarray(PLAIN_LENGTH, PLAIN_LENGTH + NONCE_LENGTH)];
  const sealed = header.subarray(PLAIN_LENGTH + NONCE_LENGTH);
  const opened = crypto.decrypt(sealed, buildAssociatedData(context, plain), nonce, deriveBackupKey(crypto, key));
  return opened === null ? { ok: false, problem: 'seal' } : { ok: true, backup: { ...layout, header, key: opened } };
}

function parseLayout(header: Uint8Array): BackupLayout | null {
  if (header.length !== BACKUP_HEADER_LENGTH || compareBytes(header.subarray(0, 8), MAGIC) !== 0) return null;
  const frameBytes = readU32(header, 8);
  const payloadBytes = readU64(header, 48);
  if (frameBytes < MIN_FRAME_BYTES || frameBytes > MAX_FRAME_BYTES || header[47] !== 0) return null;
  if (payloadBytes === null || payloadBytes > frameBytes * 0xffff_ffff) return null;
  return computeLayout(payloadBytes, frameBytes);
}

const buildAssociatedData = ({ databaseId, backupId, requester }: BackupContext, plain: Uint8Array) =>
  concat(domain('backup/1'), lengthPrefixed(databaseId), lengthPrefixed(backupId), lengthPrefixed(requester), plain);
