import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

type LinkStatus = Output<'listDocumentLinks'>['outgoing'][number]['status'];

const linkGroups: Readonly<Record<LinkStatus, (count: string) => string>> = {
  unresolved: (count) => `Not created yet (${count})`,
  ambiguous: (count) => `Ambiguous (${count})`,
  stale_anchor: (count) => `Heading or block not found (${count})`,
  invalid: (count) => `Invalid (${count})`,
  resolved: (count) => `Outgoing (${count})`,
  external: (count) => `Web (${count})`,
};

export const text = catalogue({
  backlinks: (count: number) => `Backlinks (${number(count)})`,
  noBacklinks: 'No notes link here yet.',
  noLinks: 'This note has no links.',
  linksCut: 'Not all links are listed.',
  linkGroup: (status: LinkStatus, count: number) => linkGroups[status](number(count)),
  line: (line: number) => `line ${number(line)}`,
  createNote: 'Create this note',
  createOrOpen: '{create} or open {other}, which used to have this title',
  tags: 'Tags',
  noTags: 'No tags.',
  removeTag: (tag: string) => `Remove tag ${tag}`,
  tagToAdd: 'Tag to add',
  tagPlaceholder: 'Add a tag',
  add: 'Add',
  notebook: 'Notebook',
  detailsHeading: 'Details',
  created: 'Created',
  changed: 'Changed',
  wordCount: 'Words',
  size: 'Size',
  noteId: 'Note ID',
  address: 'Address',
  stableLink: 'Stable link',
  revision: 'Revision',
  copyNamed: (what: string) => `Copy: ${what}`,
  addFiles: 'Add files',
  noAttachments:
    'No attachments. Add files here to keep them with the note, or drop them on the text to show them in it.',
  uploads: 'Uploads',
  sizeInText: (size: string) => `${size}, in the text`,
  insert: 'Insert',
  insertNamed: (name: string) => `Insert ${name} into the text`,
  detach: 'Detach',
  detachNamed: (name: string) => `Detach ${name}`,
  showDetails: 'Details…',
  showDetailsNamed: (name: string) => `Details of ${name}`,
  compareAndRestore: 'Compare and restore',
});
