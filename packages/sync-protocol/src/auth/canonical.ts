/** Name of the authentication scheme; its headers and signed texts begin with it. */
export const SCHEME = 'Service-Sync-v1';

/**
 * Fields that the signature of a request covers. No field can hold a line feed, so two different requests never have
 * the same signed text.
 */
export interface SignedFields {
  /** HTTP method, in upper case. */
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly target: string;
  /** Id of the library at the peer that is asked. */
  readonly databaseId: string;
  readonly replicaId: string;
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` */
  readonly timestamp: string;
  /** 32 hexadecimal digits in lower case. */
  readonly nonce: string;
  /** SHA-256 of the body in lower-case hexadecimal; the digest of zero bytes when there is no body. */
  readonly bodySha256: string;
}

/** Builds the text that is signed. */
export const canonicalRequest = (fields: SignedFields): string =>
  [
    SCHEME,
    fields.method,
    fields.target,
    fields.databaseId,
    fields.replicaId,
    fields.timestamp,
    fields.nonce,
    fields.bodySha256,
  ].join('\n');

const SEGMENT = /^[A-Za-z0-9._~-]+$/;
const QUERY = /^[A-Za-z0-9._~=&-]{1,512}$/;
const PREFIX = '/api/v1/sync/';

/** Problem of a target: an invalid path, or a query that may not be signed. */
export type TargetProblem = 'path' | 'query';

/**
 * Checks the target of a request. The target is signed as it was sent, so it is neither decoded nor normalised. Any
 * target that would need decoding or normalising is refused.
 */
export function checkTarget(target: string): TargetProblem | null {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const segments = path.slice(PREFIX.length).split('/');
  if (!path.startsWith(PREFIX) || !segments.every(isSegment)) return 'path';
  return mark === -1 || QUERY.test(target.slice(mark + 1)) ? null : 'query';
}

const isSegment = (segment: string) => SEGMENT.test(segment) && segment !== '.' && segment !== '..';
