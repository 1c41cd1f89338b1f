/**
 * Runs `work` on each item with at most `maxConcurrent` running concurrently. After a failure no other item is
 * started, and the running ones are awaited before the promise rejects, so no work continues in the background.
 */
export async function runConcurrently<Item>(
  items: Iterable<Item>,
  maxConcurrent: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = rest.next(); !failed && !next.done; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: maxConcurrent }, worker));
  const failure = ended.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}
