import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  cancelNamed: (name: string) => `Cancel storing ${name}`,
  dismissNamed: (name: string) => `Dismiss ${name}`,
  tryAgain: 'Try again',
  tryAgainNamed: (name: string) => `Try to store ${name} again`,
  waiting: 'waiting',
  sending: (percent: number) => `storing, ${number(percent)} %`,
  progressOf: (name: string) => `Storing ${name}`,
  notStored: (reason: string) => `not stored: ${reason}`,

  pastedName: (when: string) => `Pasted ${when}`,
  stored: (count: number) => plural(count, 'Stored # file.', 'Stored # files.'),
  allReused: (count: number) =>
    plural(count, 'The library had this file already; it is used again.', 'The library had these # files already.'),
  someReused: (count: number, reused: number) =>
    `${plural(count, 'Stored # file', 'Stored # files')}, of which the library had ${number(reused)} already.`,
  foldersLeftOut: 'Folders cannot be attached, only files.',
  noteIsReadOnly: 'This note cannot be changed: no file was added.',
  attachedInstead: (name: string) =>
    `${name} is stored. The note was no longer open for writing: it is attached to it.`,
  storedAlone: (name: string) => `${name} is stored, but not attached to a note.`,
  resource: 'Attachment',
  type: 'Type',
  size: 'Size',
  added: 'Added',
  resourceId: 'Id',
  sha256: 'SHA-256',
  download: 'Download',
  usedBy: 'Used in',
  unused: 'Not used in any note.',
  maybeUsedBy: 'In Trash, with a file of this name',
  someLooked: (count: number) =>
    plural(
      count,
      'Only one note with a file of this name was looked at.',
      'Only the first # notes with a file of this name were looked at.',
    ),
  whyKept: 'To delete this attachment, first remove it from every note, including notes in Trash.',
  deleteForEver: 'Delete for ever',
  deleteEllipsis: 'Delete for ever…',
  typeName: 'Type the name of the file to confirm',
  deleted: 'Deleted for ever',

  notAttached: (name: string, reason: string) => `${name} is stored, but not attached: ${reason}`,
});
