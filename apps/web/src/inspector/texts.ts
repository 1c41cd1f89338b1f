import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

export const text = catalogue({
  inspector: 'Note details',
  toggle: 'Show or hide note details',
  width: 'Note details width',
  close: 'Close',
  outline: 'Outline',
  links: 'Links',
  details: 'Details',
  attachments: 'Files',
  history: 'History',

  noHeadings: 'This note has no headings. Start a line with # to add one.',
  headingsCut: (count: number) =>
    plural(count, 'Only the first heading is listed.', 'Only the first # headings are listed.'),
});
