import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  newHere: 'New here',
  readOnly: 'Read-only',
  commandsFor: (name: string) => `Commands for ${name}`,
  newWithin: 'New notebook here…',
  change: 'Rename or move…',
  deleteFirst: 'Delete…',

  newNotebook: 'New notebook',
  changeNotebook: 'Rename or move notebook',
  within: 'Within',
  atTop: 'nothing: at the top',
  save: 'Save',
  make: 'Make notebook',
  changed: (name: string) => `Changed “${name}”`,
  made: (name: string) => `Made “${name}”`,

  deleteNotebook: 'Delete notebook',
  defaultNotebook: 'the default notebook',
  deleted: (notebooks: number, notes: number) =>
    `Deleted ${plural(notebooks, '# notebook', '# notebooks')}; ${plural(notes, '# note', '# notes')} went to Trash`,
  openTrash: 'Open Trash',
  willBeDeleted: (name: string) =>
    `“${name}” will be deleted with what is below it. Its notes go to Trash and can be restored from there.`,
  keep: 'Keep it',
  notebooks: 'Notebooks',
  toTrash: 'Notes that go to Trash',
  inTrash: 'Notes that are in Trash already',
  restoredTo: 'Notes restored later come to',
  below: 'Notebooks below it',
  firstNamed: (count: number) => `Only the first ${number(count)} are named.`,

  tags: 'Tags',
  noTags: 'There are no tags yet.',
  allNotes: 'Show all notes',
  tagsHint: 'Select notes and choose “Add tags”, or write #tag in a note’s details.',
  tag: 'Tag',
  notes: 'Notes',
  rename: 'Rename…',
  renameTag: (name: string) => `Rename ${name}`,

  renameTitle: (name: string) => `Rename the tag ${name}`,
  newName: 'New name',
  withChildren: 'The tags below it too',
  close: 'Close',
  preview: 'Show what changes',
  apply: 'Apply',
  wouldChange: (tags: number, notes: number) =>
    `This would change ${plural(tags, '# tag', '# tags')} on ${plural(notes, '# note', '# notes')}.`,
  didChange: (tags: number, notes: number) =>
    `Changed ${plural(tags, '# tag', '# tags')} on ${plural(notes, '# note', '# notes')}.`,
  changes: 'Tags that change',
  from: 'From',
  to: 'To',
  action: 'Action',
  actionRename: 'rename',
  actionMerge: 'merge',
  gained: 'Notes gained',
});
