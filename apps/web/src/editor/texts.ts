import type { SaveStatus } from '../drafts/save-types.js';
import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  moveNote: 'Move to another notebook',
  moveFrom: (path: string) => `In ${path}: move to another notebook`,
  repetitionNotLoaded:
    'The task was not ticked: a part of the page cannot be loaded. Reload the page; your drafts are kept.',
  note: 'Note',
  title: 'Title',
  untitled: 'Untitled',
  body: 'Note text',
  tabHint: 'Tab indents. To leave the text, press Escape, then Tab.',
  viewMode: 'View',
  live: 'Live',
  split: 'Split',
  read: 'Read',
  source: 'Source',
  commands: 'Note actions',
  movedToTrash: 'Moved to Trash',
  duplicated: 'Note duplicated. This is the copy.',
  saveFirst: (state: string) => `Save the note first. Status: ${state}`,
  tryAgain: 'Try again',
  noteNotFound: 'Note not found',
  noteNotOpened: 'Note not opened',
  cannotOpen: (message: string) => `This note cannot be opened: ${message} ({code}).`,
  noLocalDraft: 'the service is not responding, and this device has no draft of this note',

  openInOtherTab: 'This note is open in another tab, so it is read-only here.',
  editHere: 'Edit here instead',
  draftsNotStored: 'This browser cannot store drafts: unsaved changes are lost when the page is closed.',
  conflict: 'The same lines were changed elsewhere. Your version is kept here until you resolve the conflict.',
  resolve: 'Resolve',
  readOnly: 'This note is in a read-only notebook.',
  saveRefused: (message: string, code: string) => `${message} (${code})`,
  titleTooLong: (maxBytes: number) =>
    `The title is too long to be saved. Shorten it to ${number(maxBytes)} bytes, about as many letters.`,
  copyDetails: 'Copy details',
  merged: (changes: number) => plural(changes, 'Merged # change made elsewhere.', 'Merged # changes made elsewhere.'),
  undo: 'Undo',
  viewChanges: 'View changes',
  notSaved: (message: string) => `This note cannot be saved: ${message}. Your text is kept on this device.`,
  noteMissing: 'This note no longer exists. What you write is kept on this device.',
  saveAsNew: 'Save as a new note',
  createdInDefaultNotebook:
    'The notebook chosen for this note no longer exists. The note was created in the notebook for new notes.',

  emptyNote: 'Empty note',
  withPendingFiles: (state: string, files: number) =>
    `${state}; ${plural(files, '# file is not uploaded yet', '# files are not uploaded yet')}`,
  wordCount: (count: number) => plural(count, '# word', '# words'),
  longLinesUnformatted: (characters: number) => `lines over ${number(characters)} characters are not formatted`,
  position: (line: number, column: number) => `${line}:${column}`,
  offline: 'offline',

  noTagOffer: 'Type a word such as #garden first, then tag the note with it.',
  formatting: 'Formatting',

  done: 'Done',
  toDo: 'To do',
  linkFailed: (message: string) => `The link cannot be followed: ${message}`,
  noMissingLink: 'The cursor is not on a link to a missing note.',
  linkNotOpened: 'This link cannot be opened here.',
  titleNotFound: (title: string) => `There is no note titled “${title}”.`,
  addressNotFound: 'Nothing was found at this address.',
  ambiguous: (title: string) => `More than one note is titled “${title}”.`,
  staleAnchor: 'The linked note has no such heading or block.',
  invalidLink: 'This address is not valid.',
  linkCard: 'About this link',
  createNote: (title: string) => `Create note “${title}”`,
  linkToFormerTitle: (title: string) => `Link to “${title}”, which used to have this title`,
  linkTo: (title: string, notebook: string) => `Link to “${title}” in ${notebook}`,
});

/** Labels of the save status. */
export const states: Readonly<Record<SaveStatus['word'], string>> = catalogue({
  saved: 'Saved',
  editing: 'Editing…',
  saving: 'Saving…',
  offline: 'Offline: kept on this device',
  conflict: 'Conflict',
  trashed: 'In Trash',
  missing: 'Not on the server',
  read_only: 'Read-only',
  refused: 'Not saved: kept on this device',
});

/** Translations of the editor's own phrases, by their original. */
export const phrases: Readonly<Record<string, string>> = catalogue({
  Find: 'Find',
  Replace: 'Replace',
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  'current match': 'current match',
  'on line': 'on line',
  'replaced match on line $': 'Replaced the match on line $',
  'replaced $ matches': 'Replaced $ matches',
  Completions: 'Completions',
  'Selection deleted': 'Selection deleted',
  'Control character': 'Control character',
  'folded code': 'Folded text',
  unfold: 'Unfold',
  'Folded lines': 'Folded lines',
  'Unfolded lines': 'Unfolded lines',
  to: 'to',
});
