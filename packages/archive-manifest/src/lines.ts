export const LF = 0x0a;

/**
 * Splits a stream of bytes into lines, each ended by LF and at most `maxBytes` long with it. Buffers one line. Lines
 * are passed on without their LF and are valid only until the next call.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns false when a line is too long. The following bytes cannot be split any more. */
  push(bytes: Uint8Array, onLine: (line: Uint8Array) => void): boolean {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      const line = bytes.subarray(start, end);
      if (this.#heldBytes + line.length >= this.#maxBytes) return false;
      onLine(this.#complete(line));
      start = end + 1;
    }
    const rest = bytes.subarray(start);
    if (rest.length > 0) this.#held.push(rest.slice());
    this.#heldBytes += rest.length;
    return this.#heldBytes < this.#maxBytes;
  }

  /** Returns false when the last line has no LF. */
  end(): boolean {
    return this.#heldBytes === 0;
  }

  #complete(line: Uint8Array): Uint8Array {
    if (this.#heldBytes === 0) return line;
    const whole = concatBytes([...this.#held, line]);
    this.#held = [];
    this.#heldBytes = 0;
    return whole;
  }
}

/** Concatenates the parts. A single part is returned as it is, without a copy. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
