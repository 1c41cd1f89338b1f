import { withEditorBreaks } from './line-breaks.js';

/** Where bytes of a body's UTF-8 are, as offsets in the editor; each is to be where a character begins. */
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
