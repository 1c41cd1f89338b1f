import { expect, it } from 'vitest';
import { listExcess, MAX_COPIES } from './copy-bounds.js';

const copy = (index: number, length: number) => ({ key: `${index}`, note: { title: '', body: 'x'.repeat(length) } });

it('listExcess returns the copies after the fiftieth', () => {
  const copies = Array.from({ length: MAX_COPIES + 2 }, (_, index) => copy(index, 10));
  expect(listExcess(copies)).toEqual(['50', '51']);
});

it('listExcess returns the copies with which all together are larger than 5 MB', () => {
  expect(listExcess([copy(0, 2_000_000), copy(1, 500_000)])).toEqual([]);
  expect(listExcess([copy(0, 2_000_000), copy(1, 600_000), copy(2, 1)])).toEqual(['1', '2']);
});
