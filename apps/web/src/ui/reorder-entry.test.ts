import { expect, test } from 'vitest';

Object.assign(globalThis, {
  addEventListener: () => {},
  document: { documentElement: { dataset: {}, style: { setProperty: () => {} } } },
});
const { sortManually } = await import('../kernel/manual-order.js');
const { settings } = await import('../kernel/settings.js');
const { moveManually } = await import('./reorder-entry.js');

const sort = (ids: readonly string[]) => sortManually(ids, (id) => id);

test('sortManually keeps the order of entries that were never moved', () => {
  const ids = ['c', 'a', 'b'];
  expect(sort(ids)).toBe(ids);
});

test('moveManually orders the siblings only, and a new sibling follows them', () => {
  expect(moveManually(['a', 'b', 'c'], 'c', 0)).toBe(true);
  expect(moveManually(['x', 'y'], 'x', 9)).toBe(true);
  expect(sort(['a', 'b', 'c', 'new'])).toEqual(['c', 'a', 'b', 'new']);
  expect(sort(['x', 'y'])).toEqual(['y', 'x']);
  expect(moveManually(['c', 'a', 'b'], 'c', -1)).toBe(false);
  expect(settings.value.manualOrder).toEqual(['c', 'a', 'b', 'y', 'x']);
});
