import { z } from 'zod';
import { decodeValidBase64, fromBase64, toBase64 } from '../../base64.js';
import type { Crypto, KeyPair } from '../../crypto.js';
import { type Epoch, makeEpoch } from '../../keys/epoch.js';
import type { PublicKeys, ReplicaKeys } from '../../keys/key-id.js';
import type { VersionVector } from '../../log/operations.js';
import { ordinal, sha256, versionVector } from '../../log/values.js';
import { enrolled, epochId, id, instant, name, replicaId, sealedKey } from '../fields.js';
import { type ControlOperation, parseControl, verifyKeyProof } from '../operation.js';
import { buildEnrolment } from '../write.js';

const requestSchema = z.strictObject({ ...enrolled, name, created_at: instant });

/** A verified request to join. */
export interface JoinRequest {
  readonly replicaId: string;
  readonly name: string;
  readonly keys: PublicKeys;
  /** Fields for the `member.add` operation that adds the device. */
  readonly enrolled: z.infer<z.ZodObject<typeof enrolled>>;
  readonly createdAt: string;
}

/** A device that asks to join a group, with its keys. */
export interface Joiner {
  readonly replicaId: string;
  readonly name: string;
  readonly keys: ReplicaKeys;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Builds the content of a request box. */
export const buildRequest = (crypto: Crypto, { replicaId, name, keys, now }: Joiner): object => ({
  ...buildEnrolment(crypto, replicaId, keys),
  name,
  created_at: new Date(now).toISOString(),
});

/** Parses a request to join; returns null when it is invalid, or the proof of its keys is. */
export function readRequest(crypto: Crypto, value: unknown): JoinRequest | null {
  const parsed = requestSchema.safeParse(value);
  if (!parsed.success) return null;
  const { name, created_at: createdAt, ...enrolled } = parsed.data;
  const keys = { sign: decodeValidBase64(enrolled.sign_pk), box: decodeValidBase64(enrolled.box_pk) };
  if (!verifyKeyProof(crypto, enrolled.replica_id, keys, decodeValidBase64(enrolled.proof))) return null;
  return { replicaId: enrolled.replica_id, name, keys, enrolled, createdAt };
}

const grantSchema = z.strictObject({
  v: z.literal(1),
  database_id: id('db_'),
  inviter_replica_id: replicaId,
  genesis: sha256,
  epochs: z.array(z.strictObject({ epoch_id: epochId, number: ordinal, sealed: sealedKey })).max(1_000),
  members: z.array(z.base64()),
  tls_cert_sha256: sha256.nullable(),
  carrier: z.strictObject({ kind: z.enum(['directory', 'rest']), carrier_id: z.string().max(64).nullable() }),
  bootstrap: z.enum(['operations', 'snapshot']),
  vv: versionVector.optional(),
});

/** Data the inviting device sends to the joining one. */
export interface Grant {
  readonly databaseId: string;
  readonly inviterReplicaId: string;
  /** Id of the first operation of the control log, which identifies the log. */
  readonly genesis: string;
  /** All epochs that the inviting device holds. */
  readonly epochs: readonly Epoch[];
  /** Operations of the control log. Only the first fit the box; the joining device reads the rest from the carrier. */
  readonly members: readonly ControlOperation[];
  /** SHA-256 of the TLS certificate at the inviting device's address, in hexadecimal; null without TLS. */
  readonly tlsCertSha256: string | null;
  readonly carrier: { readonly kind: 'directory' | 'rest'; readonly carrierId: string | null };
  /** Start of the first synchronisation: from the first operation, or from a checkpoint. */
  readonly bootstrap: 'operations' | 'snapshot';
  /** Operations that the joining device must have before it publishes any (`computeAwaited`). */
  readonly awaited: VersionVector;
}

/** Maximum bytes of operations in a grant. It keeps the box below the size limit of carriers. */
const MAX_MEMBERS_BYTES = 24_000;

/**
 * Builds the content of an answer box.
 *
 * @param boxKey public X25519 key of the joining device
 */
export function buildGrant(crypto: Crypto, boxKey: Uint8Array, grant: Grant): object {
  return {
    v: 1,
    database_id: grant.databaseId,
    inviter_replica_id: grant.inviterReplicaId,
    genesis: grant.genesis,
    epochs: grant.epochs.map(({ id, number, key }) => ({
      epoch_id: id,
      number,
      sealed: toBase64(crypto.boxSeal(key, boxKey)),
    })),
    members: takeFitting(grant.members).map(({ bytes }) => toBase64(bytes)),
    tls_cert_sha256: grant.tlsCertSha256,
    carrier: { kind: grant.carrier.kind, carrier_id: grant.carrier.carrierId },
    bootstrap: grant.bootstrap,
    // Former programs refuse an unknown member.
    ...(Object.keys(grant.awaited).length > 0 && { vv: grant.awaited }),
  };
}

function takeFitting(operations: readonly ControlOperation[]): readonly ControlOperation[] {
  let room = MAX_MEMBERS_BYTES;
  const end = operations.findIndex(({ bytes }) => {
    room -= bytes.length;
    return room < 0;
  });
  return end === -1 ? operations : operations.slice(0, end);
}

/** Parses a grant; returns null when it is invalid or not made for this key pair. */
export function readGrant(crypto: Crypto, value: unknown, box: KeyPair): Grant | null {
  const parsed = grantSchema.safeParse(value);
  if (!parsed.success) return null;
  const { database_id: databaseId, epochs, members, carrier, ...rest } = parsed.data;
  const opened = epochs.flatMap(({ epoch_id, number, sealed }) => {
    const key = crypto.boxOpen(decodeValidBase64(sealed), box);
    const epoch = key === null ? null : makeEpoch(crypto, databaseId, number, key);
    return epoch?.id === epoch_id ? epoch : [];
  });
  const operations = members.flatMap((text) => {
    const operation = parseControl(crypto, fromBase64(text) ?? new Uint8Array());
    return operation.ok ? operation.operation : [];
  });
  if (opened.length < epochs.length || operations.length < members.length) return null;
  return {
    databaseId,
    inviterReplicaId: rest.inviter_replica_id,
    genesis: rest.genesis,
    epochs: opened,
    members: operations,
    tlsCertSha256: rest.tls_cert_sha256,
    carrier: { kind: carrier.kind, carrierId: carrier.carrier_id },
    bootstrap: rest.bootstrap,
    awaited: rest.vv ?? {},
  };
}
