import { catalogue } from '../text/catalogue.js';
import { number, plural } from '../text/numbers.js';

export const text = catalogue({
  mentions: (count: number) => `Mentions without a link (${number(count)})`,
  link: 'Link',
  linkIn: (title: string, line: number) => `Link the mention in ${title}, line ${number(line)}`,
  mentionsCut: 'Not all notes that contain the title were read.',
  changedMeanwhile: (title: string) => `The note “${title}” was changed meanwhile. Try again.`,

  updateLinks: 'Update links',
  explainUpdate: (before: string, now: string) => `These links still say “${before}”. They will say “${now}”.`,
  noLinks: (before: string) => `No links say “${before}”.`,
  searching: 'Searching for links…',
  searchCut: 'Not all notes were searched. Update these links, then search again.',
  note: 'Note',
  line: 'Line',
  before: 'Now',
  after: 'After',
  updateCount: (count: number) => plural(count, 'Update # link', 'Update # links'),
  updated: (links: number, notes: number) =>
    `Updated ${plural(links, '# link', '# links')} in ${plural(notes, '# note', '# notes')}.`,
  notUpdated: (title: string, reason: string) => `${title}: ${reason}`,
  someNotUpdated: 'Some notes could not be updated:',
  close: 'Close',
});
