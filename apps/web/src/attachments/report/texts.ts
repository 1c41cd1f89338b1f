import { catalogue } from '../../text/catalogue.js';
import { plural } from '../../text/numbers.js';

const files = (count: number) => plural(count, '# file', '# files');
const attachments = (count: number) => plural(count, '# attachment', '# attachments');

export const text = catalogue({
  title: 'Attachments',
  listsCut: 'The lists are shortened; the totals are complete.',
  byNotebook: 'By notebook',
  usage: 'Attachments by notebook',
  notebook: 'Notebook',
  notes: 'Notes',
  count: 'Attachments',
  size: 'Size',
  noAttachments: 'No note has an attachment.',
  attachHint: 'Drop or paste a file into a note to attach it.',

  duplicates: 'Duplicate attachments',
  filesOfSize: (count: number, size: string) => `${files(count)}, ${size}.`,
  attachmentsOfSize: (count: number, size: string) => `${attachments(count)} of ${size}`,
  duplicatesCut: (count: number) => plural(count, 'Only the first is listed.', 'Only the first # are listed.'),
  unreferenced: 'Stored files without an attachment',

  unattached: 'Attachments not used in any note',
  unattachedCut: 'Only the first of each kind are listed.',
  none: 'None.',
  attachment: 'Attachment',
  cleanupDate: 'Cleanup possible from',
  showMore: (count: number) => plural(count, 'Show # more', 'Show # more'),
});
