import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  notesInBrowser: 'Notes in this browser',
  offline: 'Without the service',
  keepOffline: 'Open the page without the service',
  keepHint: (notes: number) =>
    `Keeps the page and the last ${number(notes)} notes you opened in this browser. Notes in Trash are removed. Turn this off on a computer that you share.`,
  removeCopies: 'Remove the notes in this browser',
  copiesRemoved: 'The notes in this browser were removed.',
});
