import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  templates: 'Templates',
  firstListed: (count: number) => `Only the first ${number(count)} are listed.`,
  none: 'There are no templates yet.',
  newNote: 'New note',
  hint: 'A note with a fenced block {fence} is a template. Its {prompt} lines define the fields to fill in.',
  asksNothing: 'Asks only for a title.',
  asks: (names: string) => `Asks for ${names}.`,
  use: 'Use…',
  useNamed: (title: string) => `Use ${title}`,
  newFrom: (title: string) => `New note from “${title}”`,
  title: 'Title',
  notebook: 'Notebook',
  ofTemplate: 'Same as the template',
  make: 'Create note',
  preview: 'Preview; highlighted parts are not filled in yet',
});
