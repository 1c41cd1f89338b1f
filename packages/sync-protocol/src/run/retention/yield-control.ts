/** Yields to other work of this thread between the steps of a long task; returns undefined when no pause is due. */
export type YieldControl = () => Promise<void> | undefined;

/** Returns true when every item satisfies `predicate`. */
export async function everyItem<Item>(
  items: Iterable<Item>,
  predicate: (item: Item) => boolean,
  yieldControl?: YieldControl,
): Promise<boolean> {
  for (const item of items) {
    if (!predicate(item)) return false;
    await yieldControl?.();
  }
  return true;
}
