import { z } from 'zod';
import { fromBase64 } from '../base64.js';
import { isId } from '../ids.js';
import { line, ordinal, sha256 } from '../log/values.js';

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

const id = (prefix: string) => z.string().refine((text) => isId(prefix, text));
const base64 = (length: number) => z.string().refine((text) => fromBase64(text)?.length === length);
const instant = z.iso.datetime({ precision: 3 });
const ascending = (items: readonly string[]) => items.every((item, at) => at === 0 || (items[at - 1] as string) < item);

const replicaId = id('rep_');
const keyId = id('key_');
const epochId = z.string().regex(/^[0-9a-f]{32}$/);
const publicKeys = { sign_pk: base64(32), box_pk: base64(32) };
/** The new key signs the replica it is of, so that nobody can have a key of another. */
const enrolled = { replica_id: replicaId, ...publicKeys, proof: base64(64) };
const name = line(CONTROL_LIMITS.name).min(1);

const seals = z
  .array(z.strictObject({ key_id: keyId, sealed: base64(80) }))
  .max(CONTROL_LIMITS.seals)
  .refine((items) => ascending(items.map(({ key_id }) => key_id)));

const envelope = {
  v: z.literal(1),
  database_id: id('db_'),
  author_replica_id: z.union([z.literal(RECOVERY), replicaId]),
  key_id: keyId,
  /** What the author knew last, ascending; none for the first operation alone. */
  parents: z.array(sha256).max(CONTROL_LIMITS.parents).refine(ascending),
  /** One more than the highest parent. */
  height: ordinal.max(CONTROL_LIMITS.operations),
  /** For people to read, never to order by. */
  created_at: instant,
};

/** The fields of each operation beside its envelope, by its `kind`. */
const payloads = {
  /** The first: the founder, and the keys that follow from the recovery code. */
  genesis: {
    recovery: z.strictObject(publicKeys),
    member: z.strictObject({ ...enrolled, name }),
    epoch_id: epochId,
    merge_version: ordinal,
  },
  /** `epochs`: those the new member is given by its host. */
  'member.add': {
    ...enrolled,
    name,
    invitation_id: id('inv_').nullable(),
    epochs: z.array(epochId).max(CONTROL_LIMITS.epochsGiven).refine(ascending),
  },
  /** A further key of the author itself. */
  'member.key_add': enrolled,
  /** `mint`: an epoch the key does not get comes with it. */
  'member.revoke_key': { replica_id: replicaId, revoked_key_id: keyId, mint: z.boolean() },
  /** `final`: the last segment of its operations that counts. */
  'member.retire': {
    replica_id: replicaId,
    final: z.strictObject({ index: ordinal, sha256 }).nullable(),
  },
  'epoch.mint': { epoch_id: epochId, number: ordinal, seals },
  /** An epoch for keys that it was not minted for, because they were added meanwhile. */
  'epoch.share': { epoch_id: epochId, seals },
  'snapshot.permit': { replica_id: replicaId, granted: z.boolean() },
  'policy.set': { merge_version: ordinal },
  'recovery.replace': publicKeys,
} as const;

type Payloads = typeof payloads;
export type ControlKind = keyof Payloads;

/** What an operation of a kind says beside who said it, and when. */
export type ControlPayload = { [K in ControlKind]: { kind: K } & z.infer<z.ZodObject<Payloads[K]>> }[ControlKind];
export type ControlBody = ControlPayload & z.infer<z.ZodObject<typeof envelope>>;
export type BodyOf<K extends ControlKind> = Extract<ControlBody, { kind: K }>;

const schemas = new Map<string, z.ZodType>(
  Object.entries(payloads).map(([kind, fields]) => [
    kind,
    z.strictObject({ ...envelope, kind: z.literal(kind), ...fields }),
  ]),
);

/** `needs_upgrade`: of a later version of the protocol, as it says of itself. */
export type BodyProblem = 'malformed' | 'needs_upgrade';

export function parseBody(value: unknown): ControlBody | BodyProblem {
  const about = z.looseObject({ v: ordinal, kind: z.string() }).safeParse(value);
  if (!about.success) return 'malformed';
  const schema = schemas.get(about.data.kind);
  if (about.data.v > 1 || schema === undefined) return 'needs_upgrade';
  const parsed = schema.safeParse(value);
  return parsed.success ? (parsed.data as ControlBody) : 'malformed';
}
