import { signal } from '@preact/signals';
import { currentLocation, lastScope } from './router.js';

/** Notebook whose header was shown last, if notes can be created in it. */
const writableNotebook = signal<string | undefined>(undefined);

/** Records the notebook whose header is shown. */
export const recordNotebook = (id: string, isReadOnly: boolean): void => {
  writableNotebook.value = isReadOnly ? undefined : id;
};

/** Field that tells a further new note from the one shown, which has no address of its own until it is stored. */
export const FURTHER = 'further';

/** Returns the query of the address of a new note: the notebook whose list is shown, if it can take notes. */
export function getNewNoteQuery(): Readonly<Record<string, string>> {
  const { segments, query } = currentLocation.value;
  const isNote = segments[0] === 'n' || segments[0] === 'new';
  const [screen, id] = isNote ? lastScope().segments : segments;
  const notebook = screen === 'nb' && id !== undefined && id === writableNotebook.value ? { nb: id } : {};
  if (segments[0] !== 'new') return notebook;
  return { ...notebook, [FURTHER]: String(Number(query.get(FURTHER) ?? 0) + 1) };
}
