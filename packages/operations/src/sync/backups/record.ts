import type { Input } from '@notes/contract';
import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.int();

const sealedSchema = z.strictObject({
  size_bytes: z.int().min(0),
  sha256: digest,
  frame_bytes: z.int().min(1),
  frames: z.int().min(1),
  epoch_id: z.string(),
  vv: z.record(z.string(), z.int().min(0)),
  created_at: time,
  /** When its source removes it, or has. */
  expires_at: time.nullable(),
});

const recordSchema = z.strictObject({
  version: z.literal(1),
  backup_id: z.string(),
  origin: z.enum(['made', 'served', 'fetched']),
  database_id: z.string(),
  source_replica_id: z.string(),
  /** Whom it is sealed for. */
  requester_replica_id: z.string(),
  created_at: time,
  /** The job that makes or fetches it; null of one that is made while its requester waits. */
  job_id: z.string().nullable(),
  /** What it was asked for with. */
  request_key: z.string().nullable(),
  /** What its bytes are to be; null before that is known. */
  sealed: sealedSchema.nullable(),
  /** When it was opened to its end. */
  verified_at: time.nullable(),
  /** When it was last opened and found damaged; left out of one that never was, or is whole again. */
  damaged_at: z.exactOptional(time),
});

/** A backup that is kept here, or is to be, as `record.json` beside its bytes says. Times in milliseconds since 1970. */
export type BackupRecord = z.output<typeof recordSchema>;
/** A backup of which it is known what its bytes are to be. */
export type Sealed = z.output<typeof sealedSchema>;
export type SealedRecord = BackupRecord & { readonly sealed: Sealed };

export const isSealed = (record: BackupRecord | undefined): record is SealedRecord =>
  record !== undefined && record.sealed !== null;

/** Null for what is no record. */
export function parseRecord(text: string): BackupRecord | null {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export type BackupId = Input<'inspectBackup'>['backup_id'];
