import { LIMITS } from '../limits.js';
import { decodeUtf8 } from '../utf8.js';
import { findJsonFlaw, type JsonFlaw } from './find-json-flaw.js';

/** Parsed value, or the flaw that prevented parsing. */
export type JsonResult = { readonly value: unknown } | { readonly flaw: 'utf8' | 'syntax' } | JsonFlaw;

/**
 * Parses JSON that every parser reads alike and rejects all other. Bytes have to be UTF-8 without a byte order mark.
 */
export function readJson(input: string | Uint8Array): JsonResult {
  const text = typeof input === 'string' ? input : decodeUtf8(input);
  if (text === null) return { flaw: 'utf8' };
  const flaw = findJsonFlaw(text, LIMITS.jsonDepth);
  if (flaw !== undefined) return flaw;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { flaw: 'syntax' };
  }
}
