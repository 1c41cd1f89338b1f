import { useState } from 'preact/hooks';

let lastNumber = 0;

/** Returns an id unique in the page. Preact's are unique only within a tree, and parts of a note are separate trees. */
export const useId = (): string => useState(() => `id-${++lastNumber}`)[0];

const BYTES = 16;

/** Returns a random unique key. Unlike `randomUUID`, this also works in insecure contexts. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
