import type { Input } from '@notes/contract';
import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.int();

const encryptedBytesSchema = z.strictObject({
  size_bytes: z.int().min(0),
  sha256: digest,
  frame_bytes: z.int().min(1),
  frames: z.int().min(1),
  epoch_id: z.string(),
  vv: z.record(z.string(), z.int().min(0)),
  created_at: time,
  /** Time at which the source removes the backup. */
  expires_at: time.nullable(),
});

const recordSchema = z.strictObject({
  version: z.literal(1),
  backup_id: z.string(),
  origin: z.enum(['made', 'served', 'fetched']),
  database_id: z.string(),
  source_replica_id: z.string(),
  /** Replica for which the backup is encrypted. */
  requester_replica_id: z.string(),
  created_at: time,
  /** Job that makes or fetches the backup; null for a backup whose requester waits for it. */
  job_id: z.string().nullable(),
  /** Key of the request for the backup. */
  request_key: z.string().nullable(),
  /** Declared size and digests of its bytes; null before they are known. */
  sealed: encryptedBytesSchema.nullable(),
  /** Time of the last successful verification. */
  verified_at: time.nullable(),
  /**
   * Time of the last verification that found damage; absent when no verification found any or the backup is intact
   * again.
   */
  damaged_at: z.exactOptional(time),
});

/** Stored record of a backup, in `record.json` beside its bytes. Times are in milliseconds since the Unix epoch. */
export type BackupRecord = z.output<typeof recordSchema>;
/** A backup record whose bytes are declared. */
export type EncryptedBytes = z.output<typeof encryptedBytesSchema>;
export type EncryptedRecord = BackupRecord & { readonly sealed: EncryptedBytes };

export const isEncrypted = (record: BackupRecord | undefined): record is EncryptedRecord =>
  record !== undefined && record.sealed !== null;

/** Parses a record; null when the text is invalid. */
export function parseRecord(text: string): BackupRecord | null {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export type BackupId = Input<'inspectBackup'>['backup_id'];
