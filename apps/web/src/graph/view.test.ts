import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNeighbour, fitAll, hit, zoomAt } from './view.js';

const coordinate = fc.integer({ min: -10_000, max: 10_000 });
const size = { width: 800, height: 600 };

test('zoomAt keeps the point under the pointer in place', () => {
  const check = fc.property(coordinate, coordinate, fc.double({ min: 0.2, max: 4, noNaN: true }), (x, y, factor) => {
    const before = { x: 10, y: -30, scale: 1 };
    const after = zoomAt(before, factor, [x, y]);
    expect(((x - after.x) / after.scale) * before.scale + before.x).toBeCloseTo(x, 3);
    expect(((y - after.y) / after.scale) * before.scale + before.y).toBeCloseTo(y, 3);
  });
  fc.assert(check, { seed: 61 });
});

test('fitAll returns a view that shows every note', () => {
  const check = fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1 }), (points) => {
    const view = fitAll(Float32Array.from(points.flat()), size);
    for (const [x, y] of points) {
      expect(x * view.scale + view.x).toBeGreaterThanOrEqual(0);
      expect(x * view.scale + view.x).toBeLessThanOrEqual(size.width);
      expect(y * view.scale + view.y).toBeGreaterThanOrEqual(0);
      expect(y * view.scale + view.y).toBeLessThanOrEqual(size.height);
    }
  });
  fc.assert(check, { seed: 62 });
});

test('fitAll and hit accept a graph without notes', () => {
  const none = new Float32Array();
  expect(hit(none, fitAll(none, size), [400, 300])).toBeUndefined();
});

test('hit returns the nearest note, and none that is far away', () => {
  const positions = Float32Array.of(0, 0, 10, 0);
  const view = { x: 0, y: 0, scale: 1 };
  expect([hit(positions, view, [2, 0]), hit(positions, view, [8, 1]), hit(positions, view, [100, 0])]).toEqual([
    0,
    1,
    undefined,
  ]);
});

test('towards returns the nearest note in the quadrant of the arrow', () => {
  const positions = Float32Array.of(0, 0, 10, 1, 30, 0, 0, -10, -5, 20);
  const from = (heading: readonly [number, number]) => findNeighbour(positions, 0, [1, 2, 3, 4], heading);
  expect([from([1, 0]), from([0, -1]), from([0, 1]), from([-1, 0])]).toEqual([1, 3, 4, undefined]);
});
