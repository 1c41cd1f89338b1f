import { useState } from 'preact/hooks';

let made = 0;

/** An id no other element of the page has. Those of Preact are unique in one tree; parts of a note are trees of their own. */
export const useId = (): string => useState(() => `id-${++made}`)[0];
