import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  templates: 'Templates',
  firstListed: (count: number) => `Only the first ${number(count)} are listed.`,
  noTemplates: 'There are no templates yet.',
  newNote: 'New note',
  templateHint: 'A note with a fenced block {fence} is a template. Its {prompt} lines define the fields to fill in.',
  asksTitleOnly: 'Asks only for a title.',
  asks: (names: string) => `Asks for ${names}.`,
  useEllipsis: 'Use…',
  useNamed: (title: string) => `Use ${title}`,
  newFrom: (title: string) => `New note from “${title}”`,
  title: 'Title',
  notebook: 'Notebook',
  sameAsTemplate: 'Same as the template',
  createNote: 'Create note',
  preview: 'Preview (highlighted parts are not filled in yet)',
});
