import { signal } from '@preact/signals';

/** Dialog above the page: the switcher with its initial text, or the sheet of keys. */
export interface Overlay {
  readonly kind: 'switcher' | 'sheet';
  readonly text: string;
  /** Number that differs for each opened dialog. */
  readonly openingId: number;
}

export const overlay = signal<Overlay | undefined>(undefined);
let lastOpeningId = 0;

const open = (kind: Overlay['kind'], text = ''): void => {
  overlay.value = { kind, text, openingId: ++lastOpeningId };
};

export const openSwitcher = (text?: string): void => open('switcher', text);

export const openSheet = (): void => open('sheet');

/** Closes an overlay. A dialog whose close event comes late does not close its successor. */
export function closeOverlay(closing: Overlay): void {
  if (overlay.peek() === closing) overlay.value = undefined;
}
