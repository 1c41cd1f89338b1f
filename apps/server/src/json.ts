import { isUtf8 } from 'node:buffer';
import { ServiceError } from '@notes/contract';

/** Far above what any operation takes; parsing millions of values would hold the event loop for seconds. */
const MAX_VALUES = 50_000;

/**
 * The value that bytes from outside hold as JSON in UTF-8; a byte order mark before it is no part of it.
 *
 * @throws ServiceError `validation_failed`, which quotes nothing of them
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ServiceError('validation_failed', 'the body is not valid UTF-8');
  if (bytes.length > MAX_VALUES && countValues(bytes) > MAX_VALUES)
    throw new ServiceError('validation_failed', `the body holds over ${MAX_VALUES} values`);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return JSON.parse(bytes.toString('utf8', hasMark ? 3 : 0));
  } catch {
    throw new ServiceError('validation_failed', 'the body is not valid JSON');
  }
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** About how many values a JSON text holds, without building one. */
function countValues(bytes: Buffer): number {
  let count = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) count += 1;
  }
  return count;
}
