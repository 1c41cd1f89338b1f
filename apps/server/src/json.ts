import { isUtf8 } from 'node:buffer';
import { findJsonFlaw } from '@notes/archive-manifest/canonical-json';
import { clip, countJsonValues, MAX_JSON_VALUES, ServiceError } from '@notes/contract';

/**
 * Parses bytes of untrusted origin as JSON in UTF-8; a leading byte order mark is skipped.
 *
 * @throws ServiceError `validation_failed`, whose message quotes none of the bytes but a repeated key
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ServiceError('validation_failed', 'The body is not valid UTF-8');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = bytes.toString('utf8', hasMark ? 3 : 0);
  if (text.length > MAX_JSON_VALUES && countJsonValues(text) > MAX_JSON_VALUES)
    throw new ServiceError('validation_failed', `The body has more than ${MAX_JSON_VALUES} values. Send fewer`);
  const value = parseValid(text);
  const flaw = findJsonFlaw(text);
  if (flaw?.flaw === 'duplicate')
    throw new ServiceError('validation_failed', `Repeated field: ${clip(flaw.key)}. Send it once`);
  return value;
}

function parseValid(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('validation_failed', 'The body is not valid JSON');
  }
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
