import { getAttestedSeq } from '../control/attestation.js';
import { formatPosition } from '../frames/name.js';
import { covers } from '../log/order.js';
import { decodeSegment, type Segment } from '../log/segments.js';
import {
  type AuthorState,
  checkSuccession,
  collectDependencies,
  NEW_AUTHOR,
  type SuccessionProblem,
} from '../log/succession.js';
import { knownAcks } from './acks.js';
import {
  fetchListed,
  type ListedArtifact,
  listByIndex,
  openMemberArtifact,
  raiseRolledBack,
  recordSeen,
} from './artifacts.js';
import { getSeenKey, type RunContext } from './context.js';
import { getAttestations, isSegmentCounted } from './counted-segments.js';
import { fetchText } from './fetch-blobs.js';
import { isFrozen, recordFork } from './record-fork.js';
import { getReferencedTexts } from './referenced-texts.js';
import type { Ack } from './retention/ack.js';

/**
 * Applies segments of other replicas, each after its dependencies, until no more can be applied.
 *
 * @returns replicas whose next segment is missing although later ones exist, or members have applied it
 */
export async function pullOps(run: RunContext): Promise<ReadonlySet<string>> {
  const { keys, members } = run;
  const others = members.replicas.filter((replica) => replica !== keys.replicaId);
  const acks = await knownAcks(run);
  const gaps = new Set<string>();
  for (let moved = true; moved; ) {
    moved = false;
    for (const namespace of others) {
      const { applied, isGap } = await pullNamespace(run, namespace, acks);
      if (applied) moved = true;
      if (isGap) gaps.add(namespace);
      else gaps.delete(namespace);
    }
  }
  return gaps;
}

/** Result of reading a namespace. */
interface PullResult {
  readonly applied: boolean;
  /**
   * True when a later segment was opened, since a listed name alone proves nothing, or when members attest later
   * operations of a removed replica.
   */
  readonly isGap: boolean;
}

async function pullNamespace(run: RunContext, namespace: string, acks: readonly Ack[]): Promise<PullResult> {
  const { store, alerts } = run;
  // Withdraws alerts of an earlier pass: what was missing may have arrived since.
  alerts.withdraw('waiting', namespace);
  alerts.withdraw('gap', namespace, 'ops');
  alerts.withdraw('carrier_damaged', namespace, 'ops');
  if (await isFrozen(run, namespace)) return { applied: false, isGap: false };
  let author = (await store.authors()).get(namespace) ?? NEW_AUTHOR;
  const history = await traceFinalHistory(run, namespace, author);
  let [applied, isGap, isUnreadable, isStopped] = [false, false, false, false];
  const final = run.members.state.members.get(namespace)?.retirement?.final;
  let highest = author.index;
  let hasNext = false;
  for await (const { index, listed } of listByIndex(run, namespace, 'ops', Math.max(author.index, 1))) {
    highest = index;
    // The rest is listed only: a carrier that was rolled back lists less than before.
    if (isStopped) continue;
    if (index > author.index + 1) {
      if (!isUnreadable)
        alerts.raise('gap', namespace, { artifactClass: 'ops', index: author.index + 1, problem: 'missing' });
      for (const each of listed) isGap ||= isFound(await fetchSegment(run, namespace, each));
      isStopped = true;
      continue;
    }
    const counted = history?.get(index) ?? (final?.index === index ? final.sha256 : undefined);
    const candidates = listed.filter(({ digest }) => counted?.startsWith(digest) ?? true);
    hasNext = index > author.index && candidates.length > 0;
    const found = await findNextSegment(run, namespace, candidates, author);
    if (found.forked) {
      await recordFork(run, namespace, 'ops', index);
      isStopped = true;
      continue;
    }
    if (index === author.index) continue;
    if (found.next === null && found.isUnreadable) {
      // A later segment that opens proves that this one exists, and that a checkpoint may replace it.
      isUnreadable = true;
      continue;
    }
    const next = found.next && (await applyNext(run, namespace, found.next, author, acks));
    isStopped = !next;
    if (!next) continue;
    author = next;
    applied = true;
    hasNext = false;
  }
  // Nobody puts the segments of a removed replica again. Only a checkpoint of a member that applied them has them.
  if (!hasNext && author.seq < getSeqOfRemoved(run, namespace, acks)) {
    alerts.raise('gap', namespace, { artifactClass: 'ops', index: author.index + 1, problem: 'missing' });
    isGap = true;
  }
  if (isUnreadable && !alerts.has('carrier_damaged', namespace))
    alerts.raise('gap', namespace, { artifactClass: 'ops', index: author.index + 1, problem: 'missing' });
  if (highest < (run.seen.get(getSeenKey(namespace, 'ops')) ?? 0)) raiseRolledBack(run, namespace);
  return { applied, isGap };
}

/** Returns the number of the last operation of a removed replica that members attest; 0 for an active replica. */
const getSeqOfRemoved = ({ members }: RunContext, namespace: string, acks: readonly Ack[]): number =>
  members.getStatus(namespace) === 'active' ? 0 : getAttestedSeq(members.state, getAttestations(acks), namespace);

/**
 * Follows the log of a forked namespace back from the final segment named when its replica was retired.
 *
 * @returns the digests of the segments after `author` by index; null when there is no fork or no final segment was
 *   named
 */
async function traceFinalHistory(
  run: RunContext,
  namespace: string,
  author: AuthorState,
): Promise<ReadonlyMap<number, string> | null> {
  const final = run.members.state.members.get(namespace)?.retirement?.final;
  if (!final || !(await run.store.forks()).some(({ replica }) => replica === namespace)) return null;
  const history = new Map([[final.index, final.sha256]]);
  for (let { index, sha256 } = final; index > author.index + 1; index -= 1) {
    const digest = sha256.slice(0, 32);
    const found = await fetchSegment(run, namespace, { index, digest, name: `${formatPosition(index)}-${digest}` });
    if (!isFound(found) || !found.segment.header.prev) break;
    sha256 = found.segment.header.prev;
    history.set(index - 1, sha256);
  }
  return history;
}

interface FoundSegment {
  readonly index: number;
  readonly sha256: string;
  readonly segment: Segment;
  /** Id of the key that signed the segment. */
  readonly keyId: string;
}

/** Finds the artifact of an index that continues from `author`. Two validly signed artifacts are a fork. */
async function findNextSegment(
  run: RunContext,
  namespace: string,
  listed: readonly ListedArtifact[],
  author: AuthorState,
): Promise<{ readonly forked: boolean; readonly next: FoundSegment | null; readonly isUnreadable: boolean }> {
  const digests = new Set<string>();
  let next: FoundSegment | null = null;
  let isUnreadable = false;
  for (const each of listed) {
    if (each.index === author.index && author.digest?.startsWith(each.digest)) {
      digests.add(author.digest);
      continue;
    }
    const found = await fetchSegment(run, namespace, each);
    if (found === 'unreadable') isUnreadable = true;
    if (!isFound(found)) continue;
    digests.add(found.sha256);
    next = found;
  }
  const knows = listed[0]?.index === author.index && author.digest !== null;
  if (knows) digests.add(author.digest as string);
  return { forked: digests.size > 1, next, isUnreadable };
}

const isFound = (found: FoundSegment | 'unreadable' | null): found is FoundSegment =>
  typeof found === 'object' && found !== null;

/**
 * Fetches a segment. Returns `unreadable` when the carrier does not return matching bytes, and null when they are not a
 * valid segment, or not yet.
 */
async function fetchSegment(
  run: RunContext,
  namespace: string,
  listed: Omit<ListedArtifact, 'sizeBytes'>,
): Promise<FoundSegment | 'unreadable' | null> {
  const { index } = listed;
  const fetched = await fetchListed(run, namespace, 'ops', listed);
  if (fetched === null) return 'unreadable';
  const opened = openMemberArtifact(run, namespace, 'ops', index, fetched.bytes);
  if (!opened.ok) {
    const { problem } = opened;
    // The key may arrive with the control log.
    if (problem === 'epoch' || problem === 'signer')
      run.alerts.raise('waiting', namespace, { artifactClass: 'ops', index, problem });
    else run.alerts.quarantine(namespace, 'ops', index, problem);
    return null;
  }
  const decoded = decodeSegment(opened.payload);
  if (!decoded.ok) {
    if (decoded.problem === 'needs_upgrade') run.alerts.raise('needs_upgrade', namespace);
    else run.alerts.quarantine(namespace, 'ops', index, decoded.problem);
    return null;
  }
  const { header } = decoded.segment;
  if (header.replicaId !== namespace || header.index !== index) {
    run.alerts.quarantine(namespace, 'ops', index, 'place');
    return null;
  }
  await recordSeen(run, namespace, 'ops', index);
  return { index, sha256: fetched.sha256, segment: decoded.segment, keyId: opened.header.keyId };
}

/** Applies a segment and returns the state of its author after it; null when it cannot be applied, or not yet. */
async function applyNext(
  run: RunContext,
  namespace: string,
  found: FoundSegment,
  author: AuthorState,
  acks: readonly Ack[],
): Promise<AuthorState | null> {
  const { store, alerts } = run;
  const { index, sha256, segment, keyId } = found;
  const lastSeq = segment.header.firstSeq + segment.header.count - 1;
  const begun = await store.segment(namespace, index);
  // A segment that was applied in part before the removal was known is completed, since that part stays.
  const isBegun = begun?.sha256 === sha256;
  if (!isBegun && !isSegmentCounted(run, namespace, { index, sha256, keyId, lastSeq }, acks)) {
    // A retirement excludes segments on purpose. A revoked key raises an alert, because a person may not know of it.
    if (run.members.getStatus(namespace) !== 'retired') alerts.quarantine(namespace, 'ops', index, 'revoked');
    return null;
  }
  const succession = await checkNextSegment(run, segment, sha256, author);
  if (!succession.ok) {
    await refuse(run, namespace, index, succession.problem);
    return null;
  }
  // Part of another segment in its place was applied, which cannot be undone.
  if (begun !== null && !isBegun) {
    await recordFork(run, namespace, 'ops', index);
    return null;
  }
  if (!(await fetchTexts(run, namespace, segment))) {
    alerts.raise('waiting', namespace, { artifactClass: 'ops', index, problem: 'text' });
    return null;
  }
  const { operations } = segment;
  const result = await store.apply({ replica: namespace, operations, from: author, to: succession.state });
  if (result === 'refused') alerts.quarantine(namespace, 'ops', index, 'reused_id');
  if (result !== 'applied') return null;
  run.counts.segmentsIn += 1;
  run.counts.operationsIn += operations.length;
  return succession.state;
}

async function checkNextSegment({ store }: RunContext, segment: Segment, sha256: string, author: AuthorState) {
  const applied = await store.versions();
  const known = collectDependencies(segment, author).filter(({ replica, seq }) => covers(applied, replica, seq));
  const ranges = await store.lamports(known);
  const lamports = new Map(known.map(({ replica, seq }, at) => [`${replica}:${seq}`, ranges[at]]));
  return checkSuccession(
    segment,
    sha256,
    author,
    applied,
    (replica, seq) => lamports.get(`${replica}:${seq}`) ?? [0, 0],
  );
}

async function refuse(run: RunContext, namespace: string, index: number, problem: SuccessionProblem): Promise<void> {
  if (problem === 'fork') return await recordFork(run, namespace, 'ops', index);
  if (problem === 'waits')
    return run.alerts.raise('waiting', namespace, { artifactClass: 'ops', index, problem: 'operations' });
  run.alerts.quarantine(namespace, 'ops', index, problem);
}

async function fetchTexts(run: RunContext, namespace: string, segment: Segment): Promise<boolean> {
  for (const text of await run.store.findMissingTexts(getReferencedTexts(segment.operations))) {
    const bytes = await fetchText(run, text, namespace);
    if (bytes === null) return false;
    await run.store.keepText(text.sha256, bytes);
  }
  return true;
}
