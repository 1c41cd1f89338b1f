import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  newNoteHere: 'New note here',
  readOnly: 'Read-only',
  actionsFor: (name: string) => `Actions for ${name}`,
  newNotebookInside: 'New notebook inside…',
  renameOrMoveEllipsis: 'Rename or move…',
  deleteEllipsis: 'Delete…',

  newNotebook: 'New notebook',
  renameOrMoveNotebook: 'Rename or move notebook',
  parentNotebook: 'Parent notebook',
  topLevel: 'None (top level)',
  save: 'Save',
  createNotebook: 'Create notebook',
  saved: (name: string) => `Saved “${name}”`,
  created: (name: string) => `Created “${name}”`,

  deleteNotebook: 'Delete notebook',
  theDefaultNotebook: 'the default notebook',
  deleted: (notebooks: number, noteCount: number) =>
    `Deleted ${plural(notebooks, '# notebook', '# notebooks')} and moved ${plural(noteCount, '# note', '# notes')} to Trash`,
  openTrash: 'Open Trash',
  deletionWarning: (name: string) =>
    `“${name}” and the notebooks inside it will be deleted. Their notes move to Trash and can be restored from there.`,
  cancel: 'Cancel',
  notebooks: 'Notebooks',
  notebook: 'Notebook',
  notebookName: 'Notebook name',
  noNotebookFound: 'No matching notebooks.',
  notesToTrash: 'Notes to move to Trash',
  notesInTrash: 'Notes already in Trash',
  restoredTo: 'Restored notes go to',
  childNotebooks: 'Notebooks inside it',
  firstListed: (count: number) => `Only the first ${number(count)} are listed.`,

  tags: 'Tags',
  noTags: 'There are no tags yet.',
  showAllNotes: 'Show all notes',
  tagsHint: 'Select notes and choose “Add tags…”, or add a tag in the details of a note.',
  tag: 'Tag',
  noteCount: 'Notes',
  renameEllipsis: 'Rename…',
  renameTagNamed: (name: string) => `Rename ${name}`,

  renameDialogTitle: (name: string) => `Rename the tag ${name}`,
  newName: 'New name',
  withChildren: 'Include child tags',
  close: 'Close',
  preview: 'Preview changes',
  apply: 'Apply changes',
  previewCount: (tags: number, noteCount: number) =>
    `This would change ${plural(tags, '# tag', '# tags')} on ${plural(noteCount, '# note', '# notes')}.`,
  changedCount: (tags: number, noteCount: number) =>
    `Changed ${plural(tags, '# tag', '# tags')} on ${plural(noteCount, '# note', '# notes')}.`,
  changes: 'Tags that change',
  from: 'From',
  to: 'To',
  action: 'Action',
  actionRename: 'rename',
  actionMerge: 'merge',
  notesGained: 'Notes added',
});
