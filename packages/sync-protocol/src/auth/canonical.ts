/** The name of the scheme, which its headers and signed texts begin with. */
export const SCHEME = 'Service-Sync-v1';

/** What a signature of a request covers. No field can hold a line feed, so no two requests share a text. */
export interface SignedFields {
  /** In upper case. */
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  /** Of the library of whoever is asked. */
  readonly databaseId: string;
  readonly replicaId: string;
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` */
  readonly timestamp: string;
  /** 32 hexadecimal digits, lower case. */
  readonly nonce: string;
  /** Of the bytes of the body, in lower-case hexadecimal; of no bytes where there is none. */
  readonly bodySha256: string;
}

/** The text that is signed. */
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

/** What is wrong with a target: its path leads nowhere, or its query is none that is signed. */
export type TargetProblem = 'path' | 'query';

/**
 * Looks at the target of a request, which is signed as it was sent: nothing is decoded or normalised, so nothing that
 * would need it is let in.
 */
export function checkTarget(target: string): TargetProblem | null {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const segments = path.slice(PREFIX.length).split('/');
  if (!path.startsWith(PREFIX) || !segments.every(isSegment)) return 'path';
  return mark === -1 || QUERY.test(target.slice(mark + 1)) ? null : 'query';
}

const isSegment = (segment: string) => SEGMENT.test(segment) && segment !== '.' && segment !== '..';
