import { decodeUtf8 } from '../utf8.js';
import { canonicalJson } from './canonical-json.js';

/**
 * The value of a line that is canonical JSON; undefined for any other. A bounded line may be parsed before it is
 * checked, and what it is compared with has neither white space nor repeated members nor numbers of another spelling.
 *
 * @param write the canonical JSON of a value, by {@link canonicalJson} or, of what is known closer, quicker; null for none
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
