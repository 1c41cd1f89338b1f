/**
 * Limits of a query (SPEC.md, section 6): `bytes` of UTF-8, checked before any other work, `tokens`, and `depth` of
 * nested parentheses. A query at a limit is valid.
 */
export const LIMITS = { bytes: 4096, tokens: 256, depth: 16 } as const;

/**
 * Returns the UTF-16 offset at which `text` exceeds `limit` UTF-8 bytes, or -1 when it fits. It stops there, so `limit`
 * bounds its work. A lone surrogate counts 3 bytes (U+FFFD).
 */
export function byteLimitOffset(text: string, limit: number): number {
  let bytes = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.codePointAt(i)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > limit) return i;
    i += code < 0x10000 ? 1 : 2;
  }
  return -1;
}
