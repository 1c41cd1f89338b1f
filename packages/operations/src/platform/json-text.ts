/** Functions that write the JSON of outputs with thousands of rows. */
const writers = new WeakMap<object, () => Uint8Array>();

/**
 * Attaches a function that writes the JSON of an output faster than `JSON.stringify` does, as the same text in UTF-8.
 *
 * @returns the output
 */
export function attachJson<Output extends object>(output: Output, write: () => Uint8Array): Output {
  writers.set(output, write);
  return output;
}

/** Returns the JSON of an output: text, or its bytes in UTF-8 when a function is attached. */
export const writeJson = (output: object): string | Uint8Array => writers.get(output)?.() ?? JSON.stringify(output);
