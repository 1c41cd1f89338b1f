import type { z } from 'zod';
import type { ArtifactClass } from '../artifact-class.js';
import { Buckets } from '../auth/buckets.js';
import { signRequest, verifyHandshake } from '../auth/sign.js';
import type { Crypto } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import { computeArtifactDigest, parseArtifactName } from '../frames/name.js';
import { type ArtifactPage, type Carrier, CarrierError, type CarrierIdentity } from './carrier.js';
import { MAX_PAGE_SIZE } from './names.js';
import { artifactsAnswer, handshakeAnswer, namespacesAnswer, storedAnswer } from './peer-answers.js';
import {
  createAnswerError,
  isNotFound,
  type PeerHttp,
  type PeerHttpAnswer,
  type PeerHttpRequest,
  parseAnswer,
  toRequestError,
} from './peer-http.js';

/** Options of a carrier over the service of a peer. */
export interface RestCarrierOptions {
  readonly crypto: Crypto;
  readonly http: PeerHttp;
  readonly databaseId: string;
  readonly replicaId: string;
  readonly signer: Signer;
  /** Returns the Ed25519 key of a member, 32 bytes; null when no member has the key. */
  readonly memberKey: (keyId: string) => Uint8Array | null;
  /** Returns the time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Returns milliseconds of a monotonic clock. */
  readonly uptime: () => number;
  /** Waits before the next request. */
  readonly pause: (ms: number) => Promise<void>;
}

/** The peer that answered the handshake. */
export interface ConnectedPeer {
  readonly replicaId: string;
  /** True when the peer gives this replica whole-library backups. */
  readonly snapshotPermitted: boolean;
}

/** Maximum number of retries after an answer with status 429. */
const MAX_RETRIES = 40;
/** Number of times an artifact is requested whose bytes differ: a proxy may have changed them on their way. */
const MAX_READS = 2;
/** Maximum number of pages of namespaces. A group has at most 256 replicas. */
const MAX_NAMESPACE_PAGES = 4;
/** Milliseconds between requests until the peer's rate limit is known. */
const INITIAL_PAUSE_MS = 1_000;

/** Carrier that another replica serves over REST, see "Peer routes" of the specification. */
export class RestCarrier implements Carrier {
  readonly #options: RestCarrierOptions;
  #pauseMs = INITIAL_PAUSE_MS;
  #pace: Buckets | null = null;
  #skewMs: number | null = null;
  #peer: ConnectedPeer | null = null;

  constructor(options: RestCarrierOptions) {
    this.#options = options;
  }

  /**
   * Performs the handshake and verifies the peer's proof with the key of a member.
   *
   * @throws CarrierError as the interface says; `refused`
   */
  async identity(): Promise<CarrierIdentity> {
    const { answer, nonce } = await this.ask({ method: 'GET', target: '/api/v1/sync/handshake' });
    const answered = parseAnswer(handshakeAnswer, this.#expectOk(answer));
    const key = this.#options.memberKey(answered.key_id);
    if (key === null || !verifyHandshake(this.#options.crypto, key, nonce, answered))
      throw new CarrierError('not_a_carrier', 'The service did not prove that it is a member of the group.');
    const { requests_per_minute: perMinute, burst } = answered.limits;
    this.#pauseMs = Math.ceil(60_000 / perMinute);
    this.#pace ??= new Buckets({ perMinute, burst }, this.#options.uptime);
    this.#skewMs = Date.parse(answered.server_time) - this.#options.now();
    this.#peer = { replicaId: answered.replica_id, snapshotPermitted: answered.snapshot_permitted };
    return { carrierId: answered.carrier_id, databaseId: answered.database_id };
  }

  /** Peer that answered the last handshake; null before the first. */
  get peer(): ConnectedPeer | null {
    return this.#peer;
  }

  /** Milliseconds by which the peer's clock was ahead of the local one at the last handshake; null before the first. */
  get skewMs(): number | null {
    return this.#skewMs;
  }

  /** Returns 0, because a peer serves only artifacts. */
  foreignFiles(): number {
    return 0;
  }

  async namespaces(): Promise<readonly string[]> {
    return (await this.#summaries()).map(({ namespace }) => namespace);
  }

  /** Returns a fingerprint as `DirectoryCarrier.tally` does. */
  async tally(except: string): Promise<string> {
    const others = (await this.#summaries()).filter(({ namespace }) => namespace !== except);
    const lines = others.flatMap(({ namespace, classes }) =>
      classes.map((each) => `${namespace} ${each.class} ${each.artifacts} ${each.last_name}`),
    );
    return lines.sort().join('\n');
  }

  async #summaries(): Promise<z.output<typeof namespacesAnswer>['namespaces']> {
    const found: z.output<typeof namespacesAnswer>['namespaces'] = [];
    let after: string | null = '';
    for (let page = 0; after !== null; page += 1) {
      if (page === MAX_NAMESPACE_PAGES) throw createAnswerError();
      const query: string = after === '' ? '' : `&after=${after}`;
      const target = `/api/v1/sync/carrier/namespaces?limit=${MAX_PAGE_SIZE}${query}`;
      const { answer } = await this.ask({ method: 'GET', target });
      const listing = parseAnswer(namespacesAnswer, this.#expectOk(answer));
      found.push(...listing.namespaces);
      after = advanceCursor(after, listing.next_cursor);
    }
    return found;
  }

  async list(
    namespace: string,
    artifactClass: ArtifactClass,
    after: string | null,
    limit: number,
  ): Promise<ArtifactPage> {
    const query = `?limit=${limit}${after === null ? '' : `&after=${after}`}`;
    const target = `/api/v1/sync/carrier/${namespace}/${artifactClass}${query}`;
    const { answer } = await this.ask({ method: 'GET', target });
    if (isNotFound(answer)) return { artifacts: [], next: null };
    const page = parseAnswer(artifactsAnswer, this.#expectOk(answer));
    let last = after ?? '';
    for (const { name } of page.artifacts) {
      if (parseArtifactName(artifactClass, name) === null || name <= last) throw createAnswerError();
      last = name;
    }
    const next = advanceCursor(after ?? '', page.next_cursor);
    return { artifacts: page.artifacts.map(({ name, size_bytes }) => ({ name, sizeBytes: size_bytes })), next };
  }

  async get(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    range?: { readonly start: number; readonly length: number },
  ): Promise<Uint8Array | null> {
    const target = `/api/v1/sync/carrier/${namespace}/${artifactClass}/${name}`;
    if (range === undefined) return await this.#getWhole(target, artifactClass, name);
    const headers = { Range: `bytes=${range.start}-${range.start + range.length - 1}` };
    const { answer } = await this.ask({ method: 'GET', target, headers });
    if (isNotFound(answer)) return null;
    if (answer.status === 416) return new Uint8Array();
    const bytes = this.#expectOk(answer);
    // The caller checks the bytes of a range, because only the whole artifact has a digest.
    return answer.status === 206 ? bytes : sliceRange(bytes, range);
  }

  async #getWhole(target: string, artifactClass: ArtifactClass, name: string): Promise<Uint8Array | null> {
    for (let tries = 1; tries <= MAX_READS; tries += 1) {
      const { answer } = await this.ask({ method: 'GET', target });
      if (isNotFound(answer)) return null;
      const bytes = this.#expectOk(answer);
      if (computeArtifactDigest(this.#options.crypto, bytes) === parseArtifactName(artifactClass, name)?.digest)
        return bytes;
    }
    return null;
  }

  async put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void> {
    const target = `/api/v1/sync/carrier/${artifactClass}/${name}`;
    const { answer } = await this.ask({ method: 'PUT', target, body: bytes });
    if (parseAnswer(storedAnswer, this.#expectOk(answer)).name !== name) throw createAnswerError();
  }

  async remove(artifactClass: ArtifactClass, name: string): Promise<void> {
    const target = `/api/v1/sync/carrier/${artifactClass}/${name}`;
    const { answer } = await this.ask({ method: 'DELETE', target });
    if (!isNotFound(answer)) this.#expectOk(answer);
  }

  /**
   * Sends a request, paced to the peer's rate limit. Each attempt has a new signature, because a signed request is
   * accepted once.
   */
  async ask(
    request: Omit<PeerHttpRequest, 'headers'> & Partial<Pick<PeerHttpRequest, 'headers'>>,
  ): Promise<{ answer: PeerHttpAnswer; nonce: string }> {
    const { crypto, http, databaseId, replicaId, signer, now, pause } = this.#options;
    for (let tries = 0; ; tries += 1) {
      while (this.#pace?.take('') === false) await pause(this.#pauseMs);
      const { method, target, body, headers } = request;
      const signed = { method, target, databaseId, replicaId, signer, now: now(), ...(body && { body }) };
      const { authorization, nonce } = signRequest(crypto, signed);
      const answer = await http({ ...request, headers: { ...headers, Authorization: authorization } });
      if (answer.status !== 429 || tries >= MAX_RETRIES) return { answer, nonce };
      await pause(this.#pauseMs);
    }
  }

  #expectOk(answer: PeerHttpAnswer): Uint8Array {
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw toRequestError(answer, this.#options.now());
  }
}

/** Checks that a cursor moves forward. A cursor that does not would make a listing endless. */
function advanceCursor(from: string, to: string | null): string | null {
  if (to !== null && to <= from) throw createAnswerError();
  return to;
}

const sliceRange = (bytes: Uint8Array, { start, length }: { readonly start: number; readonly length: number }) =>
  bytes.slice(start, start + length);
