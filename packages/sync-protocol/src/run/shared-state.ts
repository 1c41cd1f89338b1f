import type { VersionVector } from '../log/operations.js';
import { decodeSegment } from '../log/segments.js';
import { type AuthorState, NEW_AUTHOR } from '../log/succession.js';
import { findNewestAck, knownAcks } from './acks.js';
import { openMemberArtifact } from './artifacts.js';
import type { RunContext } from './context.js';
import { isSegmentCounted } from './counted-segments.js';
import { getSignedDigest, listClass, listOwnEntries } from './own-namespace.js';

/**
 * Returns the last state of this library's log that other replicas share: after its last segment that the carrier or
 * another member has, that is not contested, and that counts. Later operations are known here only and must be
 * re-authored by another replica. Null when the state cannot be determined any more.
 */
export async function findSharedState(run: RunContext): Promise<AuthorState | null> {
  const replica = await run.store.replica();
  const state = replica === null ? undefined : (await run.store.authors()).get(replica);
  if (replica === null || state === undefined) return NEW_AUTHOR;
  const acks = await knownAcks(run);
  let index = Math.min(await findLastPublished(run, replica), (await findFirstContested(run, replica)) - 1);
  for (; index > 0; index -= 1) {
    const segment = await readOwnSegment(run, replica, index);
    if (segment === null) return null;
    if (isSegmentCounted(run, replica, { ...segment, lastSeq: segment.state.seq }, acks))
      return index === state.index ? state : segment.state;
  }
  return NEW_AUTHOR;
}

/**
 * Returns the operations that this library had when it last acknowledged, as the carrier shows it, if others may have
 * pruned any of them: only then is there a checkpoint that it had verified or written. Of its own operations these are
 * the ones that another member has.
 */
export async function findAwaited(run: RunContext): Promise<VersionVector> {
  const replica = await run.store.replica();
  const last = replica === null ? null : await findNewestAck(run, replica, 0);
  if (replica === null || last === null) return {};
  const { present, unknownArtifacts } = await listClass(run, replica, 'snapshots');
  if (last.ack.snapshotsVerified.length + present.size + unknownArtifacts.length === 0) return {};
  const others = (await knownAcks(run)).filter((ack) => ack.replica !== replica);
  const known = Math.max(0, ...others.map(({ versions }) => versions[replica] ?? 0));
  const { [replica]: own = 0, ...versions } = last.ack.versions;
  const shared = Math.min(own, known);
  return shared > 0 ? { ...versions, [replica]: shared } : versions;
}

/**
 * Returns the index of the last segment that a member has applied, or that the carrier has without a gap after those.
 */
async function findLastPublished(run: RunContext, replica: string): Promise<number> {
  const { present } = await listClass(run, replica, 'ops');
  const sealed = (await run.store.getLastArtifact('ops'))?.index ?? 0;
  let witnessed = 0;
  for (const { heads } of await knownAcks(run)) {
    const head = heads[replica];
    if (head === undefined) continue;
    // A member that has applied more segments than exist here has applied all that exist here.
    const isOurs = head.index > sealed || (await run.store.segment(replica, head.index))?.sha256 === head.sha256;
    if (isOurs) witnessed = Math.max(witnessed, Math.min(head.index, sealed));
  }
  let last = witnessed;
  for (const { index, name } of (await listOwnEntries(run, 'ops')).values()) {
    if (index <= witnessed) continue;
    if (!present.has(name)) break;
    last = index;
  }
  return last;
}

/**
 * Returns the index of the first segment of which the carrier or a member has another version; infinity when there is
 * none.
 */
async function findFirstContested(run: RunContext, replica: string): Promise<number> {
  let first = Number.POSITIVE_INFINITY;
  for (const { heads } of await knownAcks(run)) {
    const head = heads[replica];
    const own = head && (await run.store.segment(replica, head.index));
    if (head && own && own.sha256 !== head.sha256) first = Math.min(first, head.index);
  }
  for (const listed of (await listClass(run, replica, 'ops')).unknownArtifacts)
    if (listed.index < first && (await getSignedDigest(run, replica, 'ops', listed)) !== null) first = listed.index;
  return first;
}

/** Reads an own segment, and the state of the log after it; null when it was dropped or cannot be read. */
async function readOwnSegment(run: RunContext, replica: string, index: number) {
  const { store } = run;
  const [entry] = await store.listArtifacts('ops', index - 1, 1);
  const bytes = entry?.index === index ? await store.readArtifact('ops', index) : null;
  const opened = bytes && openMemberArtifact(run, replica, 'ops', index, bytes);
  const decoded = opened?.ok ? decodeSegment(opened.payload) : null;
  if (!entry || !opened?.ok || !decoded?.ok) return null;
  const { header, operations } = decoded.segment;
  const context = operations.reduce((known, logged) => logged.context ?? known, header.deps);
  const lamport = operations.at(-1)?.operation.l ?? 0;
  const state = { index, digest: entry.sha256, seq: header.firstSeq + header.count - 1, lamport, context };
  return { index, sha256: entry.sha256, keyId: opened.header.keyId, state };
}
