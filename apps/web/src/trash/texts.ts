import { catalogue } from '../text/catalogue.js';

export const text = catalogue({
  trash: 'Trash',
  notesInTrash: 'Notes in Trash',
  isEmpty: 'Trash is empty.',
  allNotes: 'Show all notes',
  chooseNote: 'Choose a note to read it, restore it or delete it for ever.',
  purgeFromTerminal: 'To delete all of them for ever, once you have confirmed it:',
  waits: 'Notes moved to Trash wait here until they are restored or deleted for ever.',
  notInTrash: 'This note is not in Trash. {open}',
  open: 'Open it',
  inTrash: 'In Trash: it can be read, not changed.',
  inTrashSince: (when: string) => `In Trash since ${when}: it can be read, not changed.`,
  restore: 'Restore',
  restoredTo: (notebook: string) => `Restored to “${notebook}”`,
  deleteForever: 'Delete forever',
  deleteForeverFirst: 'Delete forever…',
  deleted: (title: string) => `Deleted “${title}” for ever`,
  isPermanent: 'The note and all its revisions will be gone for good. Nothing brings them back.',
  typeTitle: (title: string) => `To go on, type its title: ${title}`,
  onlyLocal: 'Only notes written here can be deleted for ever, not imported ones.',
  keep: 'Keep it',
});
