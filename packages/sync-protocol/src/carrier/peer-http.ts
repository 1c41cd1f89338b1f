import { decodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { SKEW_MS } from '../auth/checks.js';
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

/**
 * Converts the error answer of a peer to a `CarrierError` with a message for a person.
 *
 * @param now milliseconds since the Unix epoch
 */
export function refusalOf({ status, body, date }: PeerHttpAnswer, now: number): CarrierError {
  const code = envelope.safeParse(json(body)).data?.error.code;
  if (status === 401) return new CarrierError('refused', unauthorized(date === null ? 0 : now - date));
  if (code === 'not_enrolled')
    return new CarrierError(
      'not_enrolled',
      'it does not know this device: it was revoked or retired there, or the service is of another library',
    );
  if (code === 'sync_disabled')
    return new CarrierError(
      'not_a_carrier',
      'the service there lets no peers connect (its sync.rest.enabled is false)',
    );
  if (code === 'forbidden')
    return new CarrierError('refused', 'this device may not have that: notes sync permit, on that one, lets it');
  if (status === 404) return new CarrierError('not_a_carrier', 'nothing there answers as a peer does');
  if (status === 409)
    return new CarrierError('conflict', 'it has something else in the place of what this device puts');
  if (status === 413)
    return new CarrierError('refused', 'it takes no artifacts of this size (its sync.rest.max_body_bytes)');
  if (status === 429) return new CarrierError('rate_limited', 'it has been asked too often');
  if (status >= 500 || status === 408) return new CarrierError('unreachable', `it cannot answer now (${status})`);
  return new CarrierError('refused', `it answers ${status}`);
}

/**
 * Message for a refused signature.
 *
 * @param aheadMs milliseconds by which the local clock is ahead of the peer's
 */
function unauthorized(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (seconds * 1_000 <= SKEW_MS) return 'it does not accept the signature of this device';
  return `the clock here is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the peer, and ${SKEW_MS / 1_000} s are allowed: set it`;
}

/**
 * Parses JSON by a schema.
 *
 * @throws CarrierError `not_a_carrier` when the bytes do not match it
 */
export function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  const result = schema.safeParse(json(bytes));
  if (!result.success) throw misread();
  return result.data;
}

/** Error for an answer that no carrier gives. */
export const misread = () => new CarrierError('not_a_carrier', 'it answers what no carrier does');

/** Parses JSON; returns undefined when the bytes are invalid. */
function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    return undefined;
  }
}
