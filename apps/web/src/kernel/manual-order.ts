import { settings } from './settings.js';

/** Sorts entries in the order chosen by hand. Entries without a place in it follow, in their own order. */
export function sortManually<Entry>(entries: readonly Entry[], getId: (entry: Entry) => string): readonly Entry[] {
  const { manualOrder: order } = settings.value;
  const ranks = new Map(order.map((id, index) => [id, index]));
  const rank = (entry: Entry) => ranks.get(getId(entry)) ?? order.length;
  return entries.some((entry) => rank(entry) < order.length)
    ? [...entries].sort((one, other) => rank(one) - rank(other))
    : entries;
}
