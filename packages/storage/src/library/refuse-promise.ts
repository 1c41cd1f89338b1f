/**
 * Rejects a promise. A transaction ends when its callback returns, so an asynchronous callback is a mistake.
 *
 * @throws TypeError when `value` is a promise
 */
export function refusePromise<T>(value: T): T {
  if (value instanceof Promise) {
    value.catch(() => {});
    throw new TypeError('Reads and writes of the library must be synchronous, but this callback returned a promise');
  }
  return value;
}
