import { withEditorBreaks } from './line-breaks.js';

/** Converts UTF-8 byte offsets in a body to offsets in the editor. Each must be at the start of a character. */
export function offsetsOfBytes(body: string, bytes: readonly number[]): ReadonlyMap<number, number> {
  const encoded = new TextEncoder().encode(body);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const offsets = new Map<number, number>();
  let [byte, offset] = [0, 0];
  for (const next of [...new Set(bytes)].sort((one, other) => one - other)) {
    offset += withEditorBreaks(decoder.decode(encoded.subarray(byte, next))).length;
    byte = next;
    offsets.set(byte, offset);
  }
  return offsets;
}
