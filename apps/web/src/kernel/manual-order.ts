import { changeSettings, settings } from './settings.js';

/** Maximum number of ids in the stored order; the ones moved longest ago are forgotten first. */
const MAX_IDS = 2_000;

/** Sorts entries in the order chosen by hand. Entries without a place in it follow, in their own order. */
export function sortManually<Entry>(entries: readonly Entry[], getId: (entry: Entry) => string): readonly Entry[] {
  const { manualOrder: order } = settings.value;
  const ranks = new Map(order.map((id, index) => [id, index]));
  const rank = (entry: Entry) => ranks.get(getId(entry)) ?? order.length;
  return entries.some((entry) => rank(entry) < order.length)
    ? [...entries].sort((one, other) => rank(one) - rank(other))
    : entries;
}

/**
 * Moves an entry among its siblings, and stores their order in this browser.
 *
 * @param ids siblings in their current order
 * @param to new index of the entry, within the bounds of the list
 * @returns false when the entry is there already
 */
export function moveManually(ids: readonly string[], id: string, to: number): boolean {
  const index = Math.max(0, Math.min(to, ids.length - 1));
  if (ids.indexOf(id) === index) return false;
  const moved = ids.filter((one) => one !== id);
  moved.splice(index, 0, id);
  const siblings = new Set(ids);
  const others = settings.peek().manualOrder.filter((one) => !siblings.has(one));
  changeSettings({ manualOrder: [...others, ...moved].slice(-MAX_IDS) });
  return true;
}
