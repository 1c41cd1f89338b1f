/** The longest start of a text that fits in so many bytes of UTF-8, cut between characters. */
export function clipBytes(text: string, maxBytes: number): string {
  // No UTF-16 unit has less than a byte: what lies further is over the limit, however long the text is.
  const bytes = Buffer.from(text.slice(0, maxBytes + 1), 'utf8');
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}
