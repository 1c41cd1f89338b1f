import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  cancelNamed: (name: string) => `Cancel the upload of ${name}`,
  dismissNamed: (name: string) => `Dismiss ${name}`,
  tryAgain: 'Try again',
  tryAgainNamed: (name: string) => `Try again: ${name}`,
  waiting: 'waiting',
  uploading: (percent: number) => `uploading, ${number(percent)} %`,
  progressOf: (name: string) => `Uploading ${name}`,
  uploadFailed: (reason: string) => `not uploaded: ${reason}`,
  notUploaded: (name: string, reason: string) => `${name} was not uploaded: ${reason}`,

  pastedName: (when: string) => `Pasted ${when}`,
  uploaded: (count: number) => plural(count, 'Uploaded # file.', 'Uploaded # files.'),
  allReused: (count: number) =>
    plural(
      count,
      'This file is already in the library, so it was not stored again.',
      'These # files are already in the library, so they were not stored again.',
    ),
  someReused: (count: number, reused: number) =>
    `${plural(count, 'Uploaded # file', 'Uploaded # files')}; ${plural(reused, '# was', '# were')} already in the library.`,
  describeImage: 'Describe the image',
  describeHint: 'Enter saves, Esc closes',
  noteIsReadOnly: 'This note is read-only. No file was added.',
  attachedNotInserted: (name: string) =>
    `${name} was attached to the note, but not inserted into the text because the note was closed.`,
  uploadedUnattached: (name: string) => `${name} was uploaded, but not attached to a note.`,

  attachFailed: (name: string, reason: string) => `${name} was uploaded, but not attached: ${reason}`,
});
