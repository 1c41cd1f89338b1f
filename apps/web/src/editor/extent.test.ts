import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { type Extent, measureText } from './extent.js';

function measureLines(lines: readonly string[]): { extent: Extent; steps: number } {
  let extent: Extent | undefined;
  const steps = [...measureText(Text.of(lines), (found) => (extent = found))].length;
  return { extent: extent as Extent, steps };
}

test('measureText counts words in any script and in lines of any length', () => {
  expect(measureLines(['Ada’s well-known note', '', 'שלום 42'])).toEqual({
    extent: { words: 5, hasLongLine: false },
    steps: 0,
  });
  expect(measureLines(['', 'a '.repeat(400_000)]).extent).toEqual({ words: 400_000, hasLongLine: true });
});

test('measureText takes many steps for a long note, with or without line breaks', () => {
  expect(measureLines(['a '.repeat(100_000)]).steps).toBe(200);
  expect(measureLines(Array.from({ length: 100_000 }, () => '')).steps).toBe(200);
});
