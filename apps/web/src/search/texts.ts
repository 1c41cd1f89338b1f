import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  search: 'Search',
  matches: 'Matches',
  query: 'Query',
  placeholder: 'Words, or tag:… title:… has:…',
  waysOn: 'Ways to go on',
  bytes: (count: number, most: number) => `${number(count)} of at most ${number(most)} bytes`,
  order: 'Order',
  byRelevance: 'Best',
  byChange: 'Newest',
  byCreation: 'Newest created',
  byTitle: 'Title',

  syntax: 'Syntax',
  whatQueriesSay: 'What a query can say',
  limits: (bytes: number, tokens: number, depth: number) =>
    `At most ${number(bytes)} bytes, ${number(tokens)} words and operators, ${number(depth)} levels of parentheses.`,
  prefix: 'both words; the second may go on',
  phrase: 'a phrase, or another word',
  inTitle: 'in the title, and another word nowhere',
  tagged: 'a tag, and those below it',
  orphan: 'in a notebook, and linked with no other note',
  openTask: 'tasks to do, in notes changed in the last seven days',
  between: 'written between two months, with an image',
  trashed: 'changed in the last four weeks, and in Trash now',

  noMatch: 'No note matches.',
  without: 'Without {part} there are matches.',
  drop: 'Drop it',
  allNotes: 'Show all notes',
  searched: 'Titles, texts and tags of all notes are searched, except those in Trash.',

  saveFirst: 'Save…',
  save: 'Save',
  replace: 'Replace',
  remove: (name: string) => `Remove “${name}”`,
  removed: (name: string) => `Removed “${name}”`,
  undo: 'Undo',
  saved: (name: string) => `Saved as “${name}”`,
  saveTitle: 'Save this search',
  replaces: 'It takes the place of the saved search of this name: {query}',
});
