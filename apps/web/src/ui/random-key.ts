const BYTES = 16;

/** Returns a random unique key. Unlike `randomUUID`, this also works in insecure contexts. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
