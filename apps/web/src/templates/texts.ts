import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  templates: 'Templates',
  firstListed: (count: number) => `Only the first ${number(count)} are listed.`,
  none: 'There are no templates yet.',
  newNote: 'New note',
  hint: 'A note with a fenced block {fence} is a template; {prompt} lines in it say what is asked for.',
  asksNothing: 'Asks for nothing but a title.',
  asks: (names: string) => `Asks for ${names}.`,
  use: 'Use…',
  useNamed: (title: string) => `Use ${title}`,
  newFrom: (title: string) => `New note from “${title}”`,
  title: 'Title',
  notebook: 'Notebook',
  ofTemplate: 'that of the template',
  make: 'Make note',
  preview: 'How it will look; what is marked is filled in still',
});
