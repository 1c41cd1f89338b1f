import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  newHere: 'New note here',
  readOnly: 'Read-only',
  commandsFor: (name: string) => `Actions for ${name}`,
  newWithin: 'New notebook inside…',
  change: 'Rename or move…',
  deleteFirst: 'Delete…',

  newNotebook: 'New notebook',
  changeNotebook: 'Rename or move notebook',
  within: 'Parent notebook',
  atTop: 'None (top level)',
  save: 'Save',
  make: 'Create notebook',
  changed: (name: string) => `Saved “${name}”`,
  made: (name: string) => `Created “${name}”`,

  deleteNotebook: 'Delete notebook',
  defaultNotebook: 'the default notebook',
  deleted: (notebooks: number, notes: number) =>
    `Deleted ${plural(notebooks, '# notebook', '# notebooks')} and moved ${plural(notes, '# note', '# notes')} to Trash`,
  openTrash: 'Open Trash',
  willBeDeleted: (name: string) =>
    `“${name}” and the notebooks inside it will be deleted. Their notes move to Trash and can be restored from there.`,
  keep: 'Cancel',
  notebooks: 'Notebooks',
  toTrash: 'Notes to move to Trash',
  inTrash: 'Notes already in Trash',
  restoredTo: 'Restored notes go to',
  below: 'Notebooks inside it',
  firstNamed: (count: number) => `Only the first ${number(count)} are listed.`,

  tags: 'Tags',
  noTags: 'There are no tags yet.',
  allNotes: 'Show all notes',
  tagsHint: 'Select notes and choose “Add tags…”, or add a tag in the details of a note.',
  tag: 'Tag',
  notes: 'Notes',
  rename: 'Rename…',
  renameTag: (name: string) => `Rename ${name}`,

  renameTitle: (name: string) => `Rename the tag ${name}`,
  newName: 'New name',
  withChildren: 'Include child tags',
  close: 'Close',
  preview: 'Preview changes',
  apply: 'Apply changes',
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
