import { z } from 'zod';
import { ordinal, sha256 } from '../log/values.js';
import {
  CONTROL_LIMITS,
  enrolled,
  epochId,
  id,
  instant,
  isAscending,
  keyId,
  name,
  publicKeys,
  RECOVERY,
  replicaId,
  seals,
} from './fields.js';

const makeEnvelope = () => ({
  v: z.literal(1),
  database_id: id('db_'),
  author_replica_id: z.union([z.literal(RECOVERY), replicaId]),
  key_id: keyId,
  /** Latest operations the author knew, in ascending order; empty only in the first operation. */
  parents: z.array(sha256).max(CONTROL_LIMITS.parents).refine(isAscending),
  /** One more than the highest parent. */
  height: ordinal.max(CONTROL_LIMITS.operations),
  /** Time for display; never used for ordering. */
  created_at: instant,
});

/** Makes the fields of each operation without its envelope, by its `kind`. */
const makePayloads = () =>
  ({
    /** The first operation: the founder, and the public keys derived from the recovery code. */
    genesis: {
      recovery: z.strictObject(publicKeys),
      member: z.strictObject({ ...enrolled, name }),
      epoch_id: epochId,
      merge_version: ordinal,
    },
    /** Adds a member. `epochs`: the epochs whose keys the inviting device hands to the new member. */
    'member.add': {
      ...enrolled,
      name,
      invitation_id: id('inv_').nullable(),
      epochs: z.array(epochId).max(CONTROL_LIMITS.epochsGiven).refine(isAscending),
    },
    /** Adds another key of the author. */
    'member.key_add': enrolled,
    /** Revokes a key. `mint`: true when the group then needs a new epoch, which that key does not get. */
    'member.revoke_key': { replica_id: replicaId, revoked_key_id: keyId, mint: z.boolean() },
    /** Retires a member. `final`: the last segment of its operations that counts. */
    'member.retire': {
      replica_id: replicaId,
      final: z.strictObject({ index: ordinal, sha256 }).nullable(),
    },
    'epoch.mint': { epoch_id: epochId, number: ordinal, seals },
    /** Shares an epoch with keys it was not minted for, because they were added at the same time. */
    'epoch.share': { epoch_id: epochId, seals },
    'snapshot.permit': { replica_id: replicaId, granted: z.boolean() },
    'policy.set': { merge_version: ordinal },
    'recovery.replace': publicKeys,
  }) as const;

type Payloads = ReturnType<typeof makePayloads>;
/** Kind of a control operation, such as `member.add`. */
export type ControlKind = keyof Payloads;

/** Kind of a control operation and the fields of that kind. */
export type ControlPayload = { [K in ControlKind]: { kind: K } & z.infer<z.ZodObject<Payloads[K]>> }[ControlKind];
/** Body of a control operation: the fields of its kind and those that all kinds have. */
export type ControlBody = ControlPayload & z.infer<z.ZodObject<ReturnType<typeof makeEnvelope>>>;
/** Body of a control operation of one kind. */
export type BodyOf<K extends ControlKind> = Extract<ControlBody, { kind: K }>;

function makeSchemas(): ReadonlyMap<string, z.ZodType> {
  const envelope = makeEnvelope();
  return new Map(
    Object.entries(makePayloads()).map(([kind, fields]) => [
      kind,
      z.strictObject({ ...envelope, kind: z.literal(kind), ...fields }),
    ]),
  );
}
/** Schemas by kind, made at the first use: a service that does not sync needs none. */
let schemas: ReadonlyMap<string, z.ZodType> | undefined;

/** Fields that operations of every later version also have. */
const aboutSchema = z.looseObject({ v: ordinal, kind: z.string() });

/** Problem of a body. `needs_upgrade`: it belongs to a later version of the protocol. */
export type BodyProblem = 'malformed' | 'needs_upgrade';

/** Parses the body of a control operation. */
export function parseBody(value: unknown): ControlBody | BodyProblem {
  const about = aboutSchema.safeParse(value).data;
  if (about === undefined) return 'malformed';
  schemas ??= makeSchemas();
  const schema = schemas.get(about.kind);
  if (about.v > 1 || schema === undefined) return 'needs_upgrade';
  const parsed = schema.safeParse(value);
  return parsed.success ? (parsed.data as ControlBody) : 'malformed';
}
