import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, createLabelRoom } from './draw.js';

const number = fc.integer({ min: -500, max: 500 });
const extent = fc.integer({ min: 1, max: 200 });
const box = fc.record({ left: number, top: number, width: extent, height: extent });
const areApart = (a: Box, b: Box) =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top;

test('accepted labels never overlap, and each rejected label overlaps an accepted one', () => {
  const check = fc.property(fc.array(box), (boxes) => {
    const room = createLabelRoom();
    const placed: Box[] = [];
    for (const next of boxes) {
      const fits = room(next);
      expect(fits).toBe(placed.every((one) => areApart(one, next)));
      if (fits) placed.push(next);
    }
  });
  fc.assert(check, { seed: 63 });
});
