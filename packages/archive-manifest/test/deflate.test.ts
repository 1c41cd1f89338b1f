import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deflateBytes, inflateInto } from '../src/records/deflate.js';

/** Words in an order that is the same in every run. */
function makeText(bytes: number): Buffer {
  const words = 'garden water the a of plan letter 2026 Grüße 日記 [[link]] ## - tea'.split(' ');
  let state = 1;
  let text = '';
  while (text.length < bytes) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    text += `${words[(state >>> 8) % words.length]}${state % 7 === 0 ? '\n' : ' '}`;
  }
  return Buffer.from(text).subarray(0, bytes);
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the encoder of compressed records', () => {
  // Another digest means that equal libraries no longer give equal archives: a change of the format.
  it.each([
    [100, '1cc0d6d1e4ecfd887b90a084ea4d1b9368f969e038870fd576dff7862832b326'],
    [70_000, '8c1facf1c71faf23f85cf35b54eaddc95eb77373cbff4f244d3d4c7cc86f5ef9'],
    [1_048_576, '5d3b402d376b69ab34d2982d04bb3d54278171796aa077c4807b5166333a6f93'],
  ])('gives the recorded bytes for a text of %i bytes', (size, expected) => {
    const text = makeText(size);
    const compressed = deflateBytes(text);
    expect(digest(compressed)).toBe(expected);
    expect(inflateRawSync(compressed).equals(text)).toBe(true);
  });
});

describe('the decoder of compressed records', () => {
  it('fills the memory exactly, or reports a text of another size', () => {
    const text = makeText(300_000);
    const compressed = deflateBytes(text);
    const target = new Uint8Array(text.length);
    expect(inflateInto(compressed, target)).toBe(true);
    expect(text.equals(target)).toBe(true);
    for (const size of [0, 1, text.length - 1, text.length + 1])
      expect(inflateInto(compressed, new Uint8Array(size)), `${size}`).toBe(false);
  });

  it('reports every truncation, and never returns other bytes without an error of size', () => {
    const text = makeText(2_000);
    const compressed = deflateBytes(text);
    for (let size = 0; size < compressed.length; size += 1)
      expect(inflateInto(compressed.subarray(0, size), new Uint8Array(text.length)), `${size}`).toBe(false);
    for (let bit = 0; bit < 8 * compressed.length; bit += 1) {
      const altered = Uint8Array.from(compressed);
      altered[bit >> 3] = (altered[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(() => inflateInto(altered, new Uint8Array(text.length))).not.toThrow();
    }
  });
});
