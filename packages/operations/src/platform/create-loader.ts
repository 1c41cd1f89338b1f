/**
 * Creates a function that loads a value at its first call and returns it from then on. After a failure, the next call
 * loads again.
 *
 * Node 20 itself keeps the error of a module that could not be read: the next call then fails with the same error.
 *
 * @param load loads the value; its error is that of all calls that wait for it
 */
export function createLoader<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
