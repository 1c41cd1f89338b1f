import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';
import type { SaveStatus } from './save-types.js';

export const text = catalogue({
  cannotSaveYet: (count: number) => plural(count, '# note cannot be saved yet', '# notes cannot be saved yet'),
  discardChanges: (title: string) => `Discard the unsaved changes to “${title}”`,
  changesDiscarded: (title: string) => `Discarded the unsaved changes to “${title}”.`,
  openInOtherTab: 'Another tab has this note open now.',
  undo: 'Undo',
  close: 'Close',
});

const keptOnDevice = 'It could not be saved yet. It is kept on this device.';

/** Reasons why a text cannot be saved. */
export const reasons: Readonly<Record<SaveStatus['word'], string>> = catalogue({
  saved: keptOnDevice,
  editing: keptOnDevice,
  saving: keptOnDevice,
  refused: keptOnDevice,
  offline: 'The service is not responding.',
  conflict: 'The same lines were changed elsewhere. Choose which to keep.',
  trashed: 'The note is in Trash. Restore it to save this text.',
  missing: 'The note no longer exists. Open the draft to save it as a new note.',
  read_only: 'The note is read-only.',
});
