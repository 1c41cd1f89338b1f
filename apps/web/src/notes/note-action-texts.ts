import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

export const text = catalogue({
  movedTo: (count: number, notebook: string) =>
    plural(count, `Moved # note to ${notebook}.`, `Moved # notes to ${notebook}.`),
  taggedWith: (count: number, tag: string) =>
    plural(count, `Added the tag ${tag} to # note.`, `Added the tag ${tag} to # notes.`),
  notAll: (failed: number) => plural(failed, '# note could not be changed.', '# notes could not be changed.'),
  movedToTrash: 'Moved to Trash',
  undo: 'Undo',
});
