const BYTES = 16;

/** A key nobody else makes. Unlike `randomUUID` it can also be had where the page came by plain HTTP from elsewhere. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
