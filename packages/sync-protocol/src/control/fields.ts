import { z } from 'zod';
import { fromBase64 } from '../base64.js';
import { isId } from '../ids.js';
import { line } from '../log/values.js';

/** Limits of the control log. All replicas must use the same limits. */
export const CONTROL_LIMITS = {
  /** Operations in a log. */
  operations: 10_000,
  /** Bytes of an operation. */
  bytes: 65_536,
  parents: 64,
  /** Recipients of an epoch in one operation. */
  seals: 256,
  /** Epochs that the operation adding a member can list; the others are shared later. */
  epochsGiven: 1_000,
  /** Bytes of the name of a replica. */
  name: 256,
  /** Replicas in total, including former members. */
  members: 256,
  /** Active replicas at a time. */
  active: 32,
} as const;

/** Author of operations signed with the keys of the recovery code. */
export const RECOVERY = 'recovery';

export const id = (prefix: string) => z.string().refine((text) => isId(prefix, text));
/** Schema of base 64 that encodes `length` bytes. */
export const base64 = (length: number) => z.string().refine((text) => fromBase64(text)?.length === length);
export const instant = z.iso.datetime({ precision: 3 });
/** Returns true when texts are in strictly ascending order. */
export const isAscending = (items: readonly string[]) =>
  items.every((item, at) => at === 0 || (items[at - 1] as string) < item);

export const replicaId = id('rep_');
export const keyId = id('key_');
export const epochId = z.string().regex(/^[0-9a-f]{32}$/);
export const publicKeys = { sign_pk: base64(32), box_pk: base64(32) };
/** Fields of a new key. The key signs the id of its replica, so nobody can enrol somebody else's key as their own. */
export const enrolled = { replica_id: replicaId, ...publicKeys, proof: base64(64) };
export const name = line(CONTROL_LIMITS.name).min(1);

/** Epoch key in a libsodium sealed box, base 64. */
export const sealedKey = base64(80);

/** Schema of an epoch key sealed for several keys, ascending by key id. */
export const seals = z
  .array(z.strictObject({ key_id: keyId, sealed: sealedKey }))
  .max(CONTROL_LIMITS.seals)
  .refine((items) => isAscending(items.map(({ key_id }) => key_id)));
