import { decodeUtf8 } from '../utf8.js';
import { type Flaw, flawOf } from './flaws.js';

/** A value, or why there is none. */
export type Read = { readonly value: unknown } | { readonly flaw: Flaw | 'utf8' | 'syntax' };

/** Reads JSON as every parser of it would, or not at all. Bytes are UTF-8 without a byte order mark. */
export function readJson(input: string | Uint8Array): Read {
  const text = typeof input === 'string' ? input : decodeUtf8(input);
  if (text === null) return { flaw: 'utf8' };
  const flaw = flawOf(text);
  if (flaw !== null) return { flaw };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { flaw: 'syntax' };
  }
}
