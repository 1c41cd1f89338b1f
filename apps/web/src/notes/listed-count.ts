import { signal } from '@preact/signals';

/** Number of notes in the displayed list; undefined while there is no list. */
export const listedCount = signal<number | undefined>(undefined);
