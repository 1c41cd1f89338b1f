import { canonicalJson, parseCanonical } from '@notes/archive-manifest/canonical-json';
import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { getMember, type VersionVector } from '../../log/operations.js';
import * as v from '../../log/values.js';

/** Acknowledgement: the durable state of a replica. The newest one counts. */
export interface Ack {
  readonly replica: string;
  /** Version vector of the operations it has applied, its own included. */
  readonly versions: VersionVector;
  /** Newest operation artifact it has applied of each replica, itself included. */
  readonly heads: Readonly<Record<string, { readonly index: number; readonly sha256: string }>>;
  /** Newest operation of the control log it has seen. */
  readonly membersHead: string;
  readonly epochId: string;
  /** Digest of its view at `versions`, in hexadecimal. */
  readonly viewDigest: string;
  /** Version of the rules its view is merged by. */
  readonly mergeVersion: number;
  /** Versions of the merge rules it supports, ascending. */
  readonly mergeVersions: readonly number[];
  /** True when it has every referenced attachment. */
  readonly complete: boolean;
  readonly snapshotsVerified: readonly string[];
  /**
   * Operations of each revoked or retired replica that were applied before this replica learned of that, or later on
   * the attestation of another replica.
   */
  readonly attested: VersionVector;
  /** Milliseconds since the Unix epoch, by its clock. */
  readonly at: number;
}

const hex = (digits: number) =>
  z
    .string()
    .length(digits)
    .regex(/^[0-9a-f]*$/);

const schema = z.strictObject({
  v: z.literal(1),
  replica_id: v.replicaId,
  vv: v.versionVector,
  heads: v.recordByReplica<Ack['heads'][string]>(
    (head) => v.isRecord(head) && Object.keys(head).length === 2 && v.isOrdinal(head.index) && v.isSha256(head.sha256),
  ),
  members_head: hex(64),
  epoch_id: hex(32),
  view_digest: hex(64),
  merge_version: v.ordinal.min(2).optional(),
  merge_versions: z.array(v.ordinal).min(1).max(16),
  complete: z.boolean(),
  snapshots_verified: z.array(z.string().max(128)).max(64),
  attested: v.versionVector,
  at: v.instant,
});

/** Encodes an acknowledgement as canonical JSON in UTF-8. */
export function encodeAck(ack: Ack): Uint8Array {
  const fields = {
    v: 1,
    replica_id: ack.replica,
    vv: ack.versions,
    heads: ack.heads,
    members_head: ack.membersHead,
    epoch_id: ack.epochId,
    view_digest: ack.viewDigest,
    ...(ack.mergeVersion === 1 ? {} : { merge_version: ack.mergeVersion }),
    merge_versions: ack.mergeVersions,
    complete: ack.complete,
    snapshots_verified: ack.snapshotsVerified,
    attested: ack.attested,
    at: ack.at,
  };
  return encodeUtf8(canonicalJson(fields));
}

/** Decodes an acknowledgement; null when the bytes are not a valid one. */
export function decodeAck(bytes: Uint8Array): Ack | null {
  const { data } = schema.safeParse(parseCanonical(bytes));
  if (data === undefined) return null;
  return {
    replica: data.replica_id,
    versions: data.vv,
    heads: data.heads,
    membersHead: data.members_head,
    epochId: data.epoch_id,
    viewDigest: data.view_digest,
    mergeVersion: data.merge_version ?? 1,
    mergeVersions: data.merge_versions,
    complete: data.complete,
    snapshotsVerified: data.snapshots_verified,
    attested: data.attested,
    at: data.at,
  };
}

/** Returns true when two acknowledgements differ at most in their times. The second need not be published. */
export function hasSameContent(a: Ack, b: Ack): boolean {
  return isSame({ ...a, at: 0 }, { ...b, at: 0 });
}

/** Returns true when two values have the same canonical JSON. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(getMember(a, name), getMember(b, name)))
  );
}
