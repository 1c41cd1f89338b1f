import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  search: 'Search',
  matches: 'Matches',
  query: 'Query',
  placeholder: 'Words, or tag:… title:… has:…',
  waysOn: 'Suggestions',
  bytes: (count: number, most: number) => `${number(count)} of at most ${number(most)} bytes`,
  order: 'Sort by',
  byRelevance: 'Best match',
  byChange: 'Last changed',
  byCreation: 'Newest',
  byTitle: 'Title',

  syntax: 'Syntax',
  whatQueriesSay: 'Query examples',
  limits: (bytes: number, tokens: number, depth: number) =>
    `At most ${number(bytes)} bytes, ${number(tokens)} words and operators, ${number(depth)} levels of parentheses.`,
  prefix: 'both words; the second may be only the beginning of a word',
  phrase: 'the phrase or the other word',
  inTitle: 'one word in the title, the other nowhere',
  tagged: 'the tag and its child tags',
  orphan: 'in the notebook, with no links from other notes',
  openTask: 'open tasks, in notes changed in the last seven days',
  between: 'created between two months, with an image',
  trashed: 'changed in the last four weeks, and in Trash now',

  noMatch: 'No matching notes.',
  without: 'There are matches without {part}.',
  drop: 'Search without it',
  allNotes: 'Show all notes',
  searched: 'The search covers titles, texts and tags of all notes except those in Trash.',

  saveFirst: 'Save search…',
  save: 'Save',
  replace: 'Replace',
  remove: (name: string) => `Remove “${name}”`,
  removed: (name: string) => `Removed “${name}”`,
  undo: 'Undo',
  saved: (name: string) => `Saved as “${name}”`,
  saveTitle: 'Save this search',
  replaces: 'This replaces the saved search with this name: {query}',
});
