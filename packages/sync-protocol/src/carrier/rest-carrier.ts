import type { z } from 'zod';
import { Buckets } from '../auth/buckets.js';
import { signRequest, verifyHandshake } from '../auth/sign.js';
import type { Crypto } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import { artifactDigest, parseArtifactName } from '../frames/name.js';
import { type ArtifactClass, type ArtifactPage, type Carrier, CarrierError, type CarrierIdentity } from './carrier.js';
import { PAGE_MOST } from './names.js';
import { artifactsAnswer, handshakeAnswer, namespacesAnswer } from './peer-answers.js';
import { misread, type PeerHttp, type PeerHttpAnswer, type PeerHttpRequest, parsed, refusalOf } from './peer-http.js';

export interface RestCarrierOptions {
  readonly crypto: Crypto;
  readonly http: PeerHttp;
  readonly databaseId: string;
  readonly replicaId: string;
  readonly signer: Signer;
  /** The Ed25519 key of a member, 32 bytes; null for a key that is none. */
  readonly memberKey: (keyId: string) => Uint8Array | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets. */
  readonly uptime: () => number;
  /** Waits until the peer may be asked again. */
  readonly pause: (ms: number) => Promise<void>;
}

/** A member that was reached. */
export interface MetPeer {
  readonly replicaId: string;
  /** Whether it gives this replica the library as a whole. */
  readonly snapshotPermitted: boolean;
}

/** So often is asked again what came too soon. */
const TOO_SOON_MOST = 40;
/** Of namespaces: a group has 256 replicas at most. */
const NAMESPACE_PAGES_MOST = 4;
/** Before it is known how often may be asked. */
const PAUSE_MS = 1_000;

/** The carrier that another replica is, over REST: see "Peer routes" of the specification. */
export class RestCarrier implements Carrier {
  readonly #options: RestCarrierOptions;
  #pauseMs = PAUSE_MS;
  #pace: Buckets | null = null;
  #skewMs: number | null = null;
  #peer: MetPeer | null = null;

  constructor(options: RestCarrierOptions) {
    this.#options = options;
  }

  /** Whom it has reached is proved, by a key that is a member's. @throws CarrierError as the interface; `refused` */
  async identity(): Promise<CarrierIdentity> {
    const { answer, nonce } = await this.ask({ method: 'GET', target: '/api/v1/sync/handshake' });
    const told = parsed(handshakeAnswer, this.#expectOk(answer));
    const key = this.#options.memberKey(told.key_id);
    if (key === null || !verifyHandshake(this.#options.crypto, key, nonce, told))
      throw new CarrierError('not_a_carrier', 'whoever answers has not proved to be a member');
    const { requests_per_minute: perMinute, burst } = told.limits;
    this.#pauseMs = Math.ceil(60_000 / perMinute);
    this.#pace ??= new Buckets({ perMinute, burst }, this.#options.uptime);
    this.#skewMs = Date.parse(told.server_time) - this.#options.now();
    this.#peer = { replicaId: told.replica_id, snapshotPermitted: told.snapshot_permitted };
    return { carrierId: told.carrier_id, databaseId: told.database_id };
  }

  /** Who answered the last handshake; null before it. */
  get peer(): MetPeer | null {
    return this.#peer;
  }

  /** How far the clock of the peer was ahead of this one at the last handshake; null before it. */
  get skewMs(): number | null {
    return this.#skewMs;
  }

  /** A peer passes on nothing but artifacts. */
  foreignFiles(): number {
    return 0;
  }

  async namespaces(): Promise<readonly string[]> {
    return (await this.#summaries()).map(({ namespace }) => namespace);
  }

  /** As that of a directory. */
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
      if (page === NAMESPACE_PAGES_MOST) throw misread();
      const query: string = after === '' ? '' : `&after=${after}`;
      const target = `/api/v1/sync/carrier/namespaces?limit=${PAGE_MOST}${query}`;
      const { answer } = await this.ask({ method: 'GET', target });
      const told = parsed(namespacesAnswer, this.#expectOk(answer));
      found.push(...told.namespaces);
      after = forward(after, told.next_cursor);
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
    if (answer.status === 404) return { artifacts: [], next: null };
    const page = parsed(artifactsAnswer, this.#expectOk(answer));
    let last = after ?? '';
    for (const { name } of page.artifacts) {
      if (parseArtifactName(artifactClass, name) === null || name <= last) throw misread();
      last = name;
    }
    const next = forward(after ?? '', page.next_cursor);
    return { artifacts: page.artifacts.map(({ name, size_bytes }) => ({ name, sizeBytes: size_bytes })), next };
  }

  async get(
    namespace: string,
    artifactClass: ArtifactClass,
    name: string,
    range?: { readonly start: number; readonly length: number },
  ): Promise<Uint8Array | null> {
    const target = `/api/v1/sync/carrier/${namespace}/${artifactClass}/${name}`;
    const headers = range && { Range: `bytes=${range.start}-${range.start + range.length - 1}` };
    const { answer } = await this.ask({ method: 'GET', target, ...(headers && { headers }) });
    if (answer.status === 404) return null;
    if (range !== undefined && answer.status === 416) return new Uint8Array();
    const bytes = this.#expectOk(answer);
    // A range is part of something larger, and who asks for it checks that.
    if (range !== undefined) return answer.status === 206 ? bytes : cut(bytes, range);
    return artifactDigest(this.#options.crypto, bytes) === parseArtifactName(artifactClass, name)?.digest
      ? bytes
      : null;
  }

  async put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void> {
    const target = `/api/v1/sync/carrier/${artifactClass}/${name}`;
    this.#expectOk((await this.ask({ method: 'PUT', target, body: bytes })).answer);
  }

  async remove(artifactClass: ArtifactClass, name: string): Promise<void> {
    const target = `/api/v1/sync/carrier/${artifactClass}/${name}`;
    const { answer } = await this.ask({ method: 'DELETE', target });
    if (answer.status !== 404) this.#expectOk(answer);
  }

  /** Signed anew each time it is asked: a request counts once. */
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
      if (answer.status !== 429 || tries >= TOO_SOON_MOST) return { answer, nonce };
      await pause(this.#pauseMs);
    }
  }

  #expectOk(answer: PeerHttpAnswer): Uint8Array {
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw refusalOf(answer, this.#options.now());
  }
}

/** A cursor that does not go on would be followed for ever. */
function forward(from: string, to: string | null): string | null {
  if (to !== null && to <= from) throw misread();
  return to;
}

const cut = (bytes: Uint8Array, { start, length }: { readonly start: number; readonly length: number }) =>
  bytes.slice(start, start + length);
