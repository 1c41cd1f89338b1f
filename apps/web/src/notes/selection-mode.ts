import { signal } from '@preact/signals';

const coarsePointer = matchMedia('(pointer: coarse)');

/** True when fingers use the page. */
export const isTouched = signal(coarsePointer.matches);
coarsePointer.addEventListener('change', () => {
  isTouched.value = coarsePointer.matches;
});

/** True while a tap on a row of the list selects its note instead of opening it. */
export const isSelecting = signal(false);
