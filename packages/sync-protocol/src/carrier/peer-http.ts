import { z } from 'zod';
import { MAX_SKEW_MS } from '../auth/checks.js';
import { parseJson } from '../parse-json.js';
import { CarrierError } from './carrier.js';

/** A request to a peer. The target is sent unchanged. */
export interface PeerHttpRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE' | 'POST';
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Answer of a peer to a request. */
export interface PeerHttpAnswer {
  readonly status: number;
  readonly body: Uint8Array;
  /**
   * Time of the answer according to the peer, in milliseconds since the Unix epoch; null when the peer does not state
   * it.
   */
  readonly date: number | null;
}

/**
 * Sends a request to a peer over a dedicated connection.
 *
 * @throws CarrierError `unreachable`; `refused` when the connection leads to somebody else
 */
export type PeerHttp = (request: PeerHttpRequest) => Promise<PeerHttpAnswer>;

const envelope = z.looseObject({ error: z.looseObject({ code: z.string() }) });

/** Statuses that mean the same from a peer and from a proxy before it. */
const SHARED_STATUSES: ReadonlySet<number> = new Set([404, 408, 429]);

/** Returns the error code of a peer's answer; undefined for an answer that no peer gives. */
export const readErrorCode = ({ body }: Pick<PeerHttpAnswer, 'body'>): string | undefined =>
  envelope.safeParse(parseJson(body)).data?.error.code;

/**
 * Returns true when a peer answers that something does not exist. A proxy answers with the same status when it does not
 * reach the peer, and a peer when sync is off: neither shows that anything is missing.
 */
export const isNotFound = (answer: Pick<PeerHttpAnswer, 'status' | 'body'>): boolean =>
  answer.status === 404 && readErrorCode(answer) === 'not_found';

/**
 * Converts the error answer of a peer to a `CarrierError` with a message for a person.
 *
 * @param now milliseconds since the Unix epoch
 */
export function toPeerError(answer: PeerHttpAnswer, now: number): CarrierError {
  const { status, date } = answer;
  const code = readErrorCode(answer);
  if (code === undefined && status >= 300 && status < 500 && !SHARED_STATUSES.has(status))
    return new CarrierError(
      'refused',
      `Another program answered at this address with status ${status}, such as a proxy or a login page. Check the address.`,
    );
  if (status === 401) return new CarrierError('refused', explainUnauthorized(date === null ? 0 : now - date));
  if (code === 'not_enrolled')
    return new CarrierError(
      'not_enrolled',
      'The service does not know this device. This device was revoked or retired there, or the service has another library. Check the address, or join again with a new code.',
    );
  if (code === 'sync_disabled')
    return new CarrierError(
      'not_a_carrier',
      'Peer sync is off at the service. Set sync.rest.enabled to true on that device.',
    );
  if (code === 'forbidden')
    return new CarrierError(
      'refused',
      'The other device does not permit this request. Run notes sync permit there with the id of this device.',
    );
  if (status === 404)
    return new CarrierError('not_a_carrier', 'Nothing at this address answers as a sync peer. Check the address.');
  if (status === 409) return new CarrierError('conflict', 'The service has other content for this artifact.');
  if (status === 413)
    return new CarrierError(
      'refused',
      'The service accepts no artifact of this size. Raise sync.rest.max_body_bytes on that device.',
    );
  if (status === 429)
    return new CarrierError('rate_limited', 'The service received too many requests. Try again later.');
  if (status >= 500 || status === 408)
    return new CarrierError('unreachable', `The service cannot answer now (status ${status}). Try again later.`);
  return new CarrierError('refused', `The service answered with status ${status}.`);
}

/**
 * Converts the error answer to a request of a member, see `toPeerError`. An answer of another program is `unreachable`:
 * a proxy gives some of its own while the peer behind it restarts.
 */
export function toRequestError(answer: PeerHttpAnswer, now: number): CarrierError {
  const error = toPeerError(answer, now);
  const isOfPeer = readErrorCode(answer) !== undefined || error.code === 'rate_limited';
  return isOfPeer ? error : new CarrierError('unreachable', error.message);
}

/**
 * Message for a refused signature.
 *
 * @param aheadMs milliseconds by which the local clock is ahead of the peer's
 */
function explainUnauthorized(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (seconds * 1_000 <= MAX_SKEW_MS) return 'The service does not accept the signature of this device.';
  return `The clock of this device is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the service. At most ${MAX_SKEW_MS / 1_000} s are allowed. Set the clock.`;
}

/**
 * Parses JSON by a schema.
 *
 * @throws CarrierError `not_a_carrier` for JSON that does not match it; `unreachable` for other bytes, which a proxy may
 *   have put in the place of an answer, or changed
 */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  const value = parseJson(bytes);
  if (value === undefined)
    throw new CarrierError(
      'unreachable',
      'Another program, such as a proxy, answered instead of the service or changed its answer. Try again later, or check the address.',
    );
  const result = schema.safeParse(value);
  if (!result.success) throw createAnswerError();
  return result.data;
}

/** Error for an answer that no carrier gives. */
export const createAnswerError = () =>
  new CarrierError('not_a_carrier', 'The service sent an answer that the sync protocol does not define.');
