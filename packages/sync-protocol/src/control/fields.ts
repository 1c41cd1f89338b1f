import { z } from 'zod';
import { fromBase64 } from '../base64.js';
import { isId } from '../ids.js';
import { line } from '../log/values.js';

/** Bounds of the control log; what one replica takes, all take. */
export const CONTROL_LIMITS = {
  /** Operations a log takes. */
  operations: 10_000,
  /** Bytes of an operation. */
  bytes: 65_536,
  parents: 64,
  /** Keys an epoch is sealed for. */
  seals: 256,
  /** Epochs a new member is told to be given with its addition; the others are shared. */
  epochsGiven: 1_000,
  /** Bytes of the name of a replica. */
  name: 256,
  /** Replicas, those that are gone too. */
  members: 256,
  /** Replicas at a time. */
  active: 32,
} as const;

/** The author of what is signed with the keys of the recovery code. */
export const RECOVERY = 'recovery';

export const id = (prefix: string) => z.string().refine((text) => isId(prefix, text));
export const base64 = (length: number) => z.string().refine((text) => fromBase64(text)?.length === length);
export const instant = z.iso.datetime({ precision: 3 });
export const ascending = (items: readonly string[]) =>
  items.every((item, at) => at === 0 || (items[at - 1] as string) < item);

export const replicaId = id('rep_');
export const keyId = id('key_');
export const epochId = z.string().regex(/^[0-9a-f]{32}$/);
export const publicKeys = { sign_pk: base64(32), box_pk: base64(32) };
/** The new key signs the replica it is of, so that nobody can have a key of another. */
export const enrolled = { replica_id: replicaId, ...publicKeys, proof: base64(64) };
export const name = line(CONTROL_LIMITS.name).min(1);

/** The key of an epoch in a box. */
export const sealedKey = base64(80);

export const seals = z
  .array(z.strictObject({ key_id: keyId, sealed: sealedKey }))
  .max(CONTROL_LIMITS.seals)
  .refine((items) => ascending(items.map(({ key_id }) => key_id)));
