import { expect, test } from 'vitest';
import { isEqual } from '../src/bytes.js';

test('isEqual compares byte arrays at any offset of their buffers', () => {
  const bytes = Uint8Array.from({ length: 11 }, (_, at) => at);
  const copyAt = (offset: number, content: Uint8Array) => {
    const copy = new Uint8Array(offset + content.length).subarray(offset);
    copy.set(content);
    return copy;
  };
  for (const offset of [0, 1, 2, 3, 4]) {
    const copy = copyAt(offset, bytes);
    expect(isEqual(bytes, copy) && isEqual(copy, bytes)).toBe(true);
    for (const at of bytes) {
      copy[at] = 255;
      expect(isEqual(bytes, copy)).toBe(false);
      copy[at] = at;
    }
    expect(isEqual(bytes, copyAt(offset, bytes.subarray(1)))).toBe(false);
  }
});
