import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  select: (title: string) => `Select ${title}`,
  selectNotes: 'Select notes',
  doneSelecting: 'Done',
  listOptions: 'Order and density',
  lastChanged: 'Last changed first',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  titleUp: 'Title, A to Z',
  titleDown: 'Title, Z to A',
  comfortable: 'Comfortable rows',
  compact: 'Compact rows',
  pinned: 'Pinned',
  similarBeginning: 'Similar beginning',
  similarWord: 'Similar word',
  similarMeaning: 'Similar meaning',
  listCut: 'Only the first matches are listed. Narrow your search.',
  chooseNote: 'Choose a note from the list.',
  listKeys: '{j} and {k} move through the list, {enter} opens, {x} selects.',

  allNotes: 'All notes',
  notesInNotebook: 'Notes in this notebook',
  emptyNotebook: 'No notes in this notebook yet.',
  newNoteHere: 'New note here',
  moveHint: 'To move notes here, select them in another notebook and choose “Move…”.',

  selected: (count: number, most: number) =>
    count < most ? `${number(count)} selected` : `${number(count)} of at most ${number(most)} selected`,
  selectedLoaded: (count: number, most: number) =>
    `${number(count)} of at most ${number(most)} selected (all loaded notes)`,
  tooMany: (count: number, most: number) =>
    `${number(count)} of at most ${number(most)} selected. Deselect some to continue.`,
  actionEllipsis: (verb: string) => `${verb}…`,
  clearSelection: 'Clear selection',
  move: 'Move',
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  nothingYet: 'Your notes will be listed here.',
  moveToTrash: 'Move to Trash',
  restore: 'Restore',
  duplicate: 'Duplicate',
  moveNotes: (count: number) => plural(count, 'Move # note', 'Move # notes'),
  addTagsTo: (count: number) => plural(count, 'Add tags to # note', 'Add tags to # notes'),
  removeTagsFrom: (count: number) => plural(count, 'Remove tags from # note', 'Remove tags from # notes'),
  trashNotes: (count: number) => plural(count, 'Move # note to Trash', 'Move # notes to Trash'),
  restoreNotes: (count: number) => plural(count, 'Restore # note', 'Restore # notes'),
  duplicateNotes: (count: number) => plural(count, 'Duplicate # note', 'Duplicate # notes'),

  rolledBackReason: 'applied, then undone because a later note failed',
  alreadyInNotebook: 'already in that notebook',
  alreadyTagged: 'already has those tags',
  notTagged: 'has none of those tags',
  alreadyInTrash: 'already in Trash',
  notInTrash: 'not in Trash',
  notTried: 'not tried because an earlier note failed',
});
