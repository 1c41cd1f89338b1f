import type { NoteSession } from './session.js';

/** Moves focus into the body of a note: its text, or its rendered page while only the page is visible. */
export function focusBody({ buffer: { view } }: NoteSession): void {
  if (view.dom.checkVisibility()) view.focus();
  else view.dom.closest('.note-body')?.querySelector<HTMLElement>('.note-preview')?.focus();
}
