import { bytesToHex } from '@noble/hashes/utils.js';
import type { ArtifactClass } from '../artifact-class.js';
import type { ArtifactPage } from '../carrier/carrier.js';
import { MAX_PAGE_SIZE } from '../carrier/names.js';
import { type OpenResult, openArtifact } from '../frames/artifact.js';
import { formatPosition, parseArtifactName } from '../frames/name.js';
import { getSeenKey, type RunContext } from './context.js';

/** Maximum number of pages read of one listing. */
const MAX_PAGES = 10_000;
/** Maximum number of artifacts of one index that a run reads. Two valid ones already prove a fork. */
const MAX_CANDIDATES = 4;

/** An artifact of an indexed class, as listed. */
export interface ListedArtifact {
  readonly index: number;
  /** First 32 hexadecimal digits of its SHA-256. */
  readonly digest: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** Yields the artifacts of a class from an index on, ascending, page by page. Invalid names are skipped. */
export async function* listArtifactsFrom(
  { carrier, signal }: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  index: number,
): AsyncGenerator<readonly ListedArtifact[]> {
  let after: string | null = formatPosition(index);
  for (let page = 0; page < MAX_PAGES && after !== null; page += 1) {
    signal?.throwIfAborted();
    const { artifacts, next }: ArtifactPage = await carrier.list(namespace, artifactClass, after, MAX_PAGE_SIZE);
    const listed: ListedArtifact[] = [];
    for (const { name, sizeBytes } of artifacts) {
      const parsed = parseArtifactName(artifactClass, name);
      if (typeof parsed?.position === 'number')
        listed.push({ index: parsed.position, digest: parsed.digest, name, sizeBytes });
    }
    if (listed.length > 0) yield listed;
    // A carrier whose cursor does not advance would be listed forever.
    after = next !== null && next > after ? next : null;
  }
}

/**
 * Returns true when the carrier lists artifacts of a class with all indices up to `last`, now or in an earlier run. Their
 * bytes are not read.
 */
export async function isListedUpTo(
  run: RunContext,
  namespace: string,
  artifactClass: 'members' | 'recovery',
  last: number,
): Promise<boolean> {
  if ((run.seen.get(getSeenKey(namespace, artifactClass)) ?? 0) >= last) return true;
  let found = 0;
  for await (const page of listArtifactsFrom(run, namespace, artifactClass, 1))
    for (const { index } of page) if (index === found + 1) found = index;
  if (found < last) return false;
  await recordSeen(run, namespace, artifactClass, last);
  return true;
}

/** Yields the artifacts grouped by index, ascending from an index. */
export async function* listByIndex(
  run: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  from: number,
): AsyncGenerator<{ readonly index: number; readonly listed: readonly ListedArtifact[] }> {
  let group: ListedArtifact[] = [];
  for await (const page of listArtifactsFrom(run, namespace, artifactClass, from))
    for (const listed of page) {
      const index = group[0]?.index;
      if (index !== undefined && listed.index !== index) {
        yield { index, listed: group };
        group = [];
      }
      if (group.length < MAX_CANDIDATES) group.push(listed);
    }
  if (group[0] !== undefined) yield { index: group[0].index, listed: group };
}

/** An artifact fetched from a carrier. */
export interface FetchedArtifact {
  readonly bytes: Uint8Array;
  /** SHA-256 of `bytes` in hexadecimal. */
  readonly sha256: string;
}

/**
 * Fetches an artifact. Returns null when it is missing or its bytes do not match the digest in its name; a later run
 * may find it.
 */
export async function fetchArtifact(
  run: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  name: string,
): Promise<FetchedArtifact | null> {
  const { carrier, crypto, counts, signal } = run;
  signal?.throwIfAborted();
  const bytes = await carrier.get(namespace, artifactClass, name);
  if (bytes === null) return null;
  const sha256 = bytesToHex(crypto.sha256(bytes));
  if (!sha256.startsWith(name.slice(-32))) return null;
  counts.bytesIn += bytes.length;
  run.reportProgress();
  return { bytes, sha256 };
}

/** Returns true when the carrier lists an artifact now. */
export async function isListed(
  { carrier }: Pick<RunContext, 'carrier'>,
  namespace: string,
  artifactClass: ArtifactClass,
  name: string,
): Promise<boolean> {
  const place = name.slice(0, name.indexOf('-'));
  const { artifacts } = await carrier.list(namespace, artifactClass, place, MAX_PAGE_SIZE);
  return artifacts.some((artifact) => artifact.name === name);
}

/**
 * Fetches a listed artifact. Raises `carrier_damaged` when the carrier still lists it but returns other bytes or none.
 */
export async function fetchListed(
  run: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  { index, name }: Pick<ListedArtifact, 'index' | 'name'>,
): Promise<FetchedArtifact | null> {
  const fetched = await fetchArtifact(run, namespace, artifactClass, name);
  if (fetched === null && (await isListed(run, namespace, artifactClass, name)))
    run.alerts.raise('carrier_damaged', namespace, { artifactClass, index, problem: 'digest' });
  return fetched;
}

/** Decrypts and verifies an artifact of a member. */
export function openMemberArtifact(
  { crypto, codec, keys, members }: RunContext,
  namespace: string,
  artifactClass: Exclude<ArtifactClass, 'recovery'>,
  index: number,
  artifact: Uint8Array,
): OpenResult {
  return openArtifact(crypto, codec, {
    databaseId: keys.databaseId,
    namespace,
    artifactClass,
    index,
    artifact,
    signerKey: (keyId) => members.getSignKey(namespace, keyId),
    epochKey: (epochId) => keys.epochs().find(({ id }) => id === epochId)?.key ?? null,
  });
}

/**
 * Raises an alert for a namespace of which a carrier lists less than it did. Nobody can publish the artifacts of a
 * retired replica again, so an alert about it would stay.
 */
export function raiseRolledBack({ alerts, members }: RunContext, namespace: string): void {
  if (members.getStatus(namespace) !== 'retired') alerts.raise('carrier_rolled_back', namespace);
}

/** Records the highest index seen on a carrier, once the artifact has been verified. */
export async function recordSeen(
  { store, carrierId, seen }: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  index: number,
): Promise<void> {
  const place = getSeenKey(namespace, artifactClass);
  if ((seen.get(place) ?? 0) >= index) return;
  seen.set(place, index);
  await store.recordSeen(carrierId, place, index);
}
