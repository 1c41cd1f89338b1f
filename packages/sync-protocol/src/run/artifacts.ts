import { bytesToHex } from '@noble/hashes/utils.js';
import type { ArtifactClass, ArtifactPage } from '../carrier/carrier.js';
import { PAGE_MOST } from '../carrier/names.js';
import { type OpenResult, openArtifact } from '../frames/artifact.js';
import { parseArtifactName, placePrefix } from '../frames/name.js';
import { placeOf, type RunContext } from './context.js';

/** Pages of one listing a run reads at most. */
const PAGES_MOST = 10_000;
/** Artifacts of one index a run looks at: two sound ones are a fork already. */
const CANDIDATES_MOST = 4;

/** An artifact of an indexed class, as a listing has it. */
export interface Listed {
  readonly index: number;
  /** The first 32 digits of its SHA-256. */
  readonly digest: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** What a listing has from an index on, ascending, page by page. Names that are none are passed over. */
export async function* listFrom(
  { carrier, signal }: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  index: number,
): AsyncGenerator<readonly Listed[]> {
  let after: string | null = placePrefix(index);
  for (let page = 0; page < PAGES_MOST && after !== null; page += 1) {
    signal?.throwIfAborted();
    const { artifacts, next }: ArtifactPage = await carrier.list(namespace, artifactClass, after, PAGE_MOST);
    const listed: Listed[] = [];
    for (const { name, sizeBytes } of artifacts) {
      const parsed = parseArtifactName(artifactClass, name);
      if (typeof parsed?.place === 'number')
        listed.push({ index: parsed.place, digest: parsed.digest, name, sizeBytes });
    }
    if (listed.length > 0) yield listed;
    // A carrier that goes back would be listed for ever.
    after = next !== null && next > after ? next : null;
  }
}

/** The artifacts of each index from one on, ascending. */
export async function* listByIndex(
  run: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  from: number,
): AsyncGenerator<{ readonly index: number; readonly listed: readonly Listed[] }> {
  let group: Listed[] = [];
  for await (const page of listFrom(run, namespace, artifactClass, from))
    for (const listed of page) {
      const index = group[0]?.index;
      if (index !== undefined && listed.index !== index) {
        yield { index, listed: group };
        group = [];
      }
      if (group.length < CANDIDATES_MOST) group.push(listed);
    }
  if (group[0] !== undefined) yield { index: group[0].index, listed: group };
}

export interface Fetched {
  readonly bytes: Uint8Array;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The bytes of an artifact; null where they are not there, or not those its name is of: they may come. */
export async function fetchArtifact(
  run: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  name: string,
): Promise<Fetched | null> {
  const { carrier, crypto, counts, signal } = run;
  signal?.throwIfAborted();
  const bytes = await carrier.get(namespace, artifactClass, name);
  if (bytes === null) return null;
  const sha256 = bytesToHex(crypto.sha256(bytes));
  if (!sha256.startsWith(name.slice(-32))) return null;
  counts.bytesIn += bytes.length;
  run.moved();
  return { bytes, sha256 };
}

/** What an artifact of a member holds. */
export function openFrom(
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
    signerKey: (keyId) => members.signKey(namespace, keyId),
    epochKey: (epochId) => keys.epochs().find(({ id }) => id === epochId)?.key ?? null,
  });
}

/** Remembers how far a carrier was seen to go, once the artifact is known to be sound. */
export async function noteSeen(
  { store, carrierId, seen }: RunContext,
  namespace: string,
  artifactClass: ArtifactClass,
  index: number,
): Promise<void> {
  const place = placeOf(namespace, artifactClass);
  if ((seen.get(place) ?? 0) >= index) return;
  seen.set(place, index);
  await store.noteSeen(carrierId, place, index);
}
