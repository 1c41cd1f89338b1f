/** Lets other work of this thread go on between the steps of long work; undefined where that is not due. */
export type Breathe = () => Promise<void> | undefined;

/** Whether each item is as it should be. */
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
