import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

export const text = catalogue({
  resource: 'Attachment',
  type: 'Type',
  size: 'Size',
  added: 'Added',
  resourceId: 'ID',
  sha256: 'SHA-256',
  download: 'Download',
  copyMarkdown: 'Copy Markdown',
  insertIntoNote: 'Insert into note',
  insertIntoNoteEllipsis: 'Insert into note…',
  insertHint: (name: string) => `${name} is added at the end of the note you choose.`,
  findNote: 'Find a note',
  foundNotes: 'Notes',
  noNoteFound: 'No note found.',
  insertedInto: (title: string) => `Inserted into ${title}.`,
  openNote: 'Open note',
  preview: 'Preview',
  previewCut: (size: string) => `Only the first ${size} are shown.`,
  usedBy: 'Used in',
  unused: 'Not used in any note.',
  possiblyUsedBy: 'Notes in Trash that contain a file with this name',
  checkedNotesCut: (count: number) =>
    plural(
      count,
      'Only one note with a file of this name was checked.',
      'Only the first # notes with a file of this name were checked.',
    ),
  deletionHint: 'To delete this attachment, first remove it from every note, including notes in Trash.',
  deleteForever: 'Delete forever',
  deleteForeverEllipsis: 'Delete forever…',
  confirmName: 'Type the file name to confirm',
  deleted: 'Deleted forever',
});
