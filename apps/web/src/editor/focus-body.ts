import type { NoteSession } from './session.js';

/**
 * Moves focus into the body of a note: its text, or its rendered page while only the page is visible.
 *
 * @param typed text to insert at the cursor of a text that can be edited
 */
export function focusBody({ buffer: { view }, isReadOnly }: NoteSession, typed = ''): void {
  if (!view.dom.checkVisibility()) {
    view.dom.closest('.note-body')?.querySelector<HTMLElement>('.note-preview')?.focus();
    return;
  }
  view.focus();
  if (typed !== '' && !isReadOnly)
    view.dispatch(view.state.replaceSelection(typed), { userEvent: 'input.type', scrollIntoView: true });
}
