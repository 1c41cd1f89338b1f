/**
 * Works on each, on at most `most` of them at once. Where one fails no other is begun, and those under way are waited
 * for: nothing goes on behind whoever is told of the failure.
 */
export async function eachAtOnce<Item>(
  items: Iterable<Item>,
  most: number,
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
  const ended = await Promise.allSettled(Array.from({ length: most }, worker));
  const failure = ended.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}
