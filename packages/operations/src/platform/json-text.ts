/** Functions that write the JSON of outputs with thousands of rows. */
const writers = new WeakMap<object, () => readonly string[]>();

/**
 * Attaches a function that writes the JSON of an output faster than `JSON.stringify` does, to the same text.
 *
 * @param write returns the text in parts. A part of ASCII characters alone is encoded at half the cost
 * @returns the output
 */
export function attachJson<Output extends object>(output: Output, write: () => readonly string[]): Output {
  writers.set(output, write);
  return output;
}

/** Returns the JSON of an output in parts: one part, unless a function is attached. */
export const writeJson = (output: object): readonly string[] => writers.get(output)?.() ?? [JSON.stringify(output)];
