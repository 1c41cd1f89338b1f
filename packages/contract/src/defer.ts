/**
 * Defers the making of a value to its first use, and makes it once. Schemas are most of the time and of the memory that
 * this package takes to load, and a process uses few of them.
 *
 * @returns function that returns the value
 */
export function defer<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
