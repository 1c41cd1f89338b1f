import { signal } from '@preact/signals';

/** What lies over the page: the switcher with the text it begins with, or the sheet of keys. */
export interface Overlay {
  readonly kind: 'switcher' | 'sheet';
  readonly text: string;
  /** Another each time one is opened. */
  readonly turn: number;
}

export const overlay = signal<Overlay | undefined>(undefined);
let turn = 0;

const open = (kind: Overlay['kind'], text = ''): void => {
  overlay.value = { kind, text, turn: ++turn };
};

export const openSwitcher = (text?: string): void => open('switcher', text);

export const openSheet = (): void => open('sheet');

/** Closes an overlay: a dialog that is told late of its end does not close what came after it. */
export function closeOverlay(which: Overlay): void {
  if (overlay.peek() === which) overlay.value = undefined;
}
