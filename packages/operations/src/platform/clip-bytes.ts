/** Returns the longest prefix of a text that fits in `maxBytes` bytes of UTF-8, cut between characters. */
export function clipBytes(text: string, maxBytes: number): string {
  // Every UTF-16 unit takes at least one byte: units past this index exceed the limit in any text.
  const bytes = Buffer.from(text.slice(0, maxBytes + 1), 'utf8');
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
