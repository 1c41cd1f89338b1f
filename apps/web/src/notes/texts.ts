import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  select: (title: string) => `Select ${title}`,
  bounded: 'Only the first matches are listed; narrow the query.',
  chooseNote: 'Choose a note from the list.',
  listKeys: '{j} and {k} move in it, {enter} opens, {x} selects.',

  allNotes: 'All notes',
  inNotebook: 'Notes in this notebook',
  noneInNotebook: 'No notes are directly in this notebook.',
  newNoteHere: 'New note here',
  moveHint: 'Notes of other notebooks can be moved here when they are selected.',

  selected: (count: number, most: number) => `${number(count)} of at most ${number(most)} selected`,
  selectedLoaded: (count: number, most: number) =>
    `${number(count)} of at most ${number(most)} selected: those loaded so far`,
  tooMany: (count: number, most: number) =>
    `${number(count)} of at most ${number(most)} selected. Too many for one go: leave some out.`,
  more: (verb: string) => `${verb}…`,
  clear: 'Clear',
  allOrNothing: 'All or nothing: undo everything when one note cannot be done',
  toNotebook: 'To the notebook',
  choose: 'Choose…',
  tags: 'Tags',
  tagsHint: 'Several with commas between; a slash makes levels.',

  move: 'Move',
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  trash: 'Move to Trash',
  restore: 'Restore',
  duplicate: 'Duplicate',
  moveNotes: (count: number) => plural(count, 'Move # note', 'Move # notes'),
  addTagsTo: (count: number) => plural(count, 'Add tags to # note', 'Add tags to # notes'),
  removeTagsFrom: (count: number) => plural(count, 'Remove tags from # note', 'Remove tags from # notes'),
  trashNotes: (count: number) => plural(count, 'Move # note to Trash', 'Move # notes to Trash'),
  restoreNotes: (count: number) => plural(count, 'Restore # note', 'Restore # notes'),
  duplicateNotes: (count: number) => plural(count, 'Duplicate # note', 'Duplicate # notes'),

  replayed: 'This request was carried out before (replayed): nothing was done now.',
  counts: (applied: number, skipped: number, failed: number, rolledBack: number) =>
    `Applied ${number(applied)} · Skipped ${number(skipped)} · Failed ${number(failed)} · Rolled back ${number(rolledBack)}`,
  show: 'Show',
  all: 'all',
  applied: 'Applied',
  skipped: 'Skipped',
  failed: 'Failed',
  rolledBack: 'Rolled back',
  outcomes: (verb: string) => `${verb}, note by note`,
  note: 'Note',
  outcome: 'Outcome',
  why: 'Why',
  selectFailed: 'Select the failed ones',
  close: 'Close',
  undone: 'done, and undone because a later one failed',
  alreadyThere: 'is in that notebook already',
  alreadyTagged: 'has those tags already',
  notTagged: 'has none of those tags',
  alreadyInTrash: 'is in Trash already',
  notInTrash: 'is not in Trash',
  notReached: 'not tried: one before it failed',
});
