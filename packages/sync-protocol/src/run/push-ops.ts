import { LOG_LIMITS } from '../log/limits.js';
import type { LoggedOperation, VersionVector } from '../log/operations.js';
import { fillSegment, joinSegment } from '../log/segments.js';
import { type AuthorState, NEW_AUTHOR } from '../log/succession.js';
import type { RunContext } from './context.js';
import { publish } from './publish.js';
import { putBlobs } from './push-blobs.js';
import { getReferencedTexts } from './referenced-texts.js';

/**
 * Maximum bytes of the text of a segment. With padding and frame it fits into an artifact even if it does not compress.
 */
const MAX_SEGMENT_BYTES = 850_000;

/** Encrypts and puts local operations made since the last segment. */
export async function pushOps(run: RunContext): Promise<void> {
  const { store, keys, counts } = run;
  for (;;) {
    const epoch = run.members.current;
    const operations = await store.listPending(LOG_LIMITS.operations);
    if (epoch === null || operations.length === 0) return;
    const author = (await store.authors()).get(keys.replicaId) ?? NEW_AUTHOR;
    const segment = buildNextSegment(author, operations);
    // Texts are put before the operations that reference them.
    await putBlobs(run, getReferencedTexts(segment.operations));
    const header = { replicaId: keys.replicaId, index: author.index + 1, prev: author.digest, deps: segment.deps };
    const payload = joinSegment(header, segment);
    const after = (sha256: string) => ({ ...segment.after, digest: sha256 });
    if (await publish(run, { artifactClass: 'ops', index: header.index, payload, epoch, getStateAfter: after })) {
      counts.segmentsOut += 1;
      counts.operationsOut += segment.operations.length;
    }
  }
}

function buildNextSegment(author: AuthorState, unsealed: readonly LoggedOperation[]) {
  const deps: VersionVector = unsealed[0]?.context ?? author.context;
  const { operations, lines } = fillSegment(deps, unsealed, MAX_SEGMENT_BYTES);
  const last = operations.at(-1) as LoggedOperation;
  const context = operations.reduce((known, logged) => logged.context ?? known, deps);
  return {
    deps,
    operations,
    lines,
    after: { index: author.index + 1, seq: last.operation.s, lamport: last.operation.l, context },
  };
}
