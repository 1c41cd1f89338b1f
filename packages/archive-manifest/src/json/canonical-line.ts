import { decodeUtf8 } from '../utf8.js';
import { canonicalJson } from './canonical-json.js';

/**
 * Parses a line of canonical JSON; returns undefined for any other line. Comparing the line with its canonical form
 * rejects white space, repeated members and other spellings of numbers.
 *
 * @param write returns the canonical JSON of a value, or null for an invalid value; {@link canonicalJson} by default
 */
export function parseCanonical(line: Uint8Array, write: (value: unknown) => string | null = canonicalJson): unknown {
  const text = decodeUtf8(line);
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return write(value) === text ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
