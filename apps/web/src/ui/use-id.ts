import { useState } from 'preact/hooks';

let lastNumber = 0;

/** Returns an id unique in the page. Preact's are unique only within a tree, and parts of a note are separate trees. */
export const useId = (): string => useState(() => `id-${++lastNumber}`)[0];
