/** Yields to other work of this thread between the steps of a long task; returns undefined when no pause is due. */
export type Breathe = () => Promise<void> | undefined;

/** Returns true when every item satisfies `isRight`. */
export async function allAre<Item>(
  items: Iterable<Item>,
  isRight: (item: Item) => boolean,
  breathe?: Breathe,
): Promise<boolean> {
  for (const item of items) {
    if (!isRight(item)) return false;
    await breathe?.();
  }
  return true;
}
