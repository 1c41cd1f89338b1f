import { decodeUtf8 } from '@notes/archive-manifest/utf8';
import type { z } from 'zod';
import { signRequest, verifyHandshake } from '../auth/sign.js';
import type { Crypto } from '../crypto.js';
import type { Signer } from '../frames/artifact.js';
import { artifactDigest, parseArtifactName } from '../frames/name.js';
import {
  type ArtifactClass,
  type ArtifactPage,
  type Carrier,
  CarrierError,
  type CarrierErrorCode,
  type CarrierIdentity,
} from './carrier.js';
import { PAGE_MOST } from './names.js';
import { artifactsAnswer, handshakeAnswer, namespacesAnswer } from './peer-answers.js';

/** A request of a peer, signed; the target is sent as it is. */
export interface PeerHttpRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface PeerHttpAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Asks a peer over a connection to it alone. @throws CarrierError `unreachable`; `refused` where it is another's */
export type PeerHttp = (request: PeerHttpRequest) => Promise<PeerHttpAnswer>;

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
  /** Waits until the peer may be asked again. */
  readonly pause: (ms: number) => Promise<void>;
}

/** So often is asked again what came too soon. */
const TOO_SOON_MOST = 40;
/** Before it is known how often may be asked. */
const PAUSE_MS = 1_000;

/** The carrier that another replica is, over REST: see "Peer routes" of the specification. */
export class RestCarrier implements Carrier {
  readonly #options: RestCarrierOptions;
  #pauseMs = PAUSE_MS;

  constructor(options: RestCarrierOptions) {
    this.#options = options;
  }

  /** Whom it has reached is proved, by a key that is a member's. @throws CarrierError as the interface; `refused` */
  async identity(): Promise<CarrierIdentity> {
    const { answer, nonce } = await this.#ask({ method: 'GET', target: '/api/v1/sync/handshake' });
    const told = parsed(handshakeAnswer, expectOk(answer));
    const key = this.#options.memberKey(told.key_id);
    if (key === null || !verifyHandshake(this.#options.crypto, key, nonce, told))
      throw new CarrierError('not_a_carrier', 'whoever answers has not proved to be a member');
    this.#pauseMs = Math.ceil(60_000 / told.limits.requests_per_minute);
    return { carrierId: told.carrier_id, databaseId: told.database_id };
  }

  /** A peer passes on nothing but artifacts. */
  foreignFiles(): number {
    return 0;
  }

  async namespaces(): Promise<readonly string[]> {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: string = after === '' ? '' : `&after=${after}`;
      const target = `/api/v1/sync/carrier/namespaces?limit=${PAGE_MOST}${query}`;
      const page = parsed(namespacesAnswer, expectOk((await this.#ask({ method: 'GET', target })).answer));
      found.push(...page.namespaces.map(({ namespace }) => namespace));
      after = forward(after, page.next_cursor);
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
    const { answer } = await this.#ask({ method: 'GET', target });
    if (answer.status === 404) return { artifacts: [], next: null };
    const page = parsed(artifactsAnswer, expectOk(answer));
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
    const { answer } = await this.#ask({ method: 'GET', target, ...(headers && { headers }) });
    if (answer.status === 404) return null;
    if (range !== undefined && answer.status === 416) return new Uint8Array();
    const bytes = expectOk(answer);
    // A range is part of something larger, and who asks for it checks that.
    if (range !== undefined) return answer.status === 206 ? bytes : cut(bytes, range);
    return artifactDigest(this.#options.crypto, bytes) === parseArtifactName(artifactClass, name)?.digest
      ? bytes
      : null;
  }

  async put(artifactClass: ArtifactClass, name: string, bytes: Uint8Array): Promise<void> {
    const target = `/api/v1/sync/carrier/${artifactClass}/${name}`;
    expectOk((await this.#ask({ method: 'PUT', target, body: bytes })).answer);
  }

  async remove(artifactClass: ArtifactClass, name: string): Promise<void> {
    const target = `/api/v1/sync/carrier/${artifactClass}/${name}`;
    const { answer } = await this.#ask({ method: 'DELETE', target });
    if (answer.status !== 404) expectOk(answer);
  }

  /** Signed anew each time it is asked: a request counts once. */
  async #ask(
    request: Omit<PeerHttpRequest, 'headers'> & Partial<Pick<PeerHttpRequest, 'headers'>>,
  ): Promise<{ answer: PeerHttpAnswer; nonce: string }> {
    const { crypto, http, databaseId, replicaId, signer, now, pause } = this.#options;
    for (let tries = 0; ; tries += 1) {
      const { method, target, body, headers } = request;
      const signed = { method, target, databaseId, replicaId, signer, now: now(), ...(body && { body }) };
      const { authorization, nonce } = signRequest(crypto, signed);
      const answer = await http({ ...request, headers: { ...headers, Authorization: authorization } });
      if (answer.status !== 429 || tries >= TOO_SOON_MOST) return { answer, nonce };
      await pause(this.#pauseMs);
    }
  }
}

const CODES: Readonly<Record<number, CarrierErrorCode>> = {
  404: 'not_a_carrier',
  409: 'conflict',
  429: 'rate_limited',
};

function expectOk({ status, body }: PeerHttpAnswer): Uint8Array {
  if (status >= 200 && status < 300) return body;
  const code = CODES[status] ?? (status >= 500 || status === 408 ? 'unreachable' : 'refused');
  throw new CarrierError(code, `the peer answers ${status}`);
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    throw misread();
  }
  const result = schema.safeParse(value);
  if (!result.success) throw misread();
  return result.data;
}

/** A cursor that does not go on would be followed for ever. */
function forward(from: string, to: string | null): string | null {
  if (to !== null && to <= from) throw misread();
  return to;
}

const cut = (bytes: Uint8Array, { start, length }: { readonly start: number; readonly length: number }) =>
  bytes.slice(start, start + length);
const misread = () => new CarrierError('not_a_carrier', 'the peer answers what no carrier does');
