import { signal } from '@preact/signals';

/** What lies over the page: the switcher with the text it begins with, or the sheet of keys. */
export type Overlay = { readonly kind: 'switcher'; readonly text: string } | { readonly kind: 'sheet' };

export const overlay = signal<Overlay | undefined>(undefined);

export function openSwitcher(text = ''): void {
  overlay.value = { kind: 'switcher', text };
}

export function openSheet(): void {
  overlay.value = { kind: 'sheet' };
}

/** Closes one kind of overlay: a dialog that is told late of its end does not close what came after it. */
export function closeOverlay(kind: Overlay['kind']): void {
  if (overlay.peek()?.kind === kind) overlay.value = undefined;
}
