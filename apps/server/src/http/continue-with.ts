/**
 * Calls `next` with a value, at once or when its promise is fulfilled. A request that needs no waiting is thus answered
 * in the turn in which it arrives.
 */
export function continueWith<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
