import { z } from 'zod';
import { ordinal, sha256 } from '../log/values.js';
import {
  ascending,
  CONTROL_LIMITS,
  enrolled,
  epochId,
  id,
  instant,
  keyId,
  name,
  publicKeys,
  RECOVERY,
  replicaId,
  seals,
} from './fields.js';

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

/** What operations of later versions have too. */
const aboutSchema = z.looseObject({ v: ordinal, kind: z.string() });

/** `needs_upgrade`: of a later version of the protocol, as it says of itself. */
export type BodyProblem = 'malformed' | 'needs_upgrade';

export function parseBody(value: unknown): ControlBody | BodyProblem {
  const about = aboutSchema.safeParse(value).data;
  if (about === undefined) return 'malformed';
  const schema = schemas.get(about.kind);
  if (about.v > 1 || schema === undefined) return 'needs_upgrade';
  const parsed = schema.safeParse(value);
  return parsed.success ? (parsed.data as ControlBody) : 'malformed';
}
