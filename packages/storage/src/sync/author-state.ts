import type { AuthorState } from '@notes/sync-protocol';
import { sql } from 'drizzle-orm';
import { build, names, type Parameters } from '../library/query.js';
import { syncReplicas, syncSegments } from '../schema.js';

/** State of an author as stored, with its context as JSON. */
export type StoredAuthorState = Omit<AuthorState, 'context'> & { readonly context: string };

/** Names of the columns of an applied or own segment, for inserts. */
export const segmentColumns = names(
  syncSegments.replica,
  syncSegments.n,
  syncSegments.sha256,
  syncSegments.seq,
  syncSegments.lamport,
);

/** Columns of a {@link StoredAuthorState}. */
export const authorFields = {
  index: syncReplicas.segment,
  digest: syncReplicas.segmentSha256,
  seq: syncReplicas.segmentSeq,
  lamport: syncReplicas.segmentLamport,
  context: syncReplicas.segmentContext,
};

/** Writes the statement that moves a replica to the end of a segment; the condition for the replica is to be added. */
export const writeAdvance = ({ index, digest, seq, lamport, context }: Parameters<StoredAuthorState>) =>
  build.update(syncReplicas).set({
    seq: sql`max(${syncReplicas.seq}, ${seq})`,
    lamport: sql`max(${syncReplicas.lamport}, ${lamport})`,
    segment: index,
    segmentSha256: digest,
    segmentSeq: seq,
    segmentLamport: lamport,
    segmentContext: context,
  });
