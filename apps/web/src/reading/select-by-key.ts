import { toChord } from '../commands/keys.js';
import { isWritten } from '../commands/typing.js';

/** Lets Mod+A select a rendered note instead of the whole page, while focus is in the note or around it. */
export function selectByKey(note: HTMLElement): () => void {
  const select = (event: KeyboardEvent) => {
    const { activeElement } = document;
    const isHere = activeElement?.contains(note) || note.contains(activeElement);
    if (toChord(event) !== 'Mod+A' || event.defaultPrevented || isWritten(event.target) || !isHere) return;
    event.preventDefault();
    getSelection()?.selectAllChildren(note);
  };
  document.addEventListener('keydown', select);
  return () => document.removeEventListener('keydown', select);
}
