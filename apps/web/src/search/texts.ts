import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  search: 'Search',
  matches: 'Matches',
  query: 'Query',
  placeholder: 'Words, or tag:… title:… has:…',
  suggestions: 'Suggestions',
  queryLength: (count: number, most: number) => `${number(count)} of at most ${number(most)} bytes`,
  queryTooLong: (most: number, column: number) =>
    `More than ${number(most)} bytes at column ${number(column)}. Shorten the query.`,
  tooManyTokens: (most: number, column: number) =>
    `More than ${number(most)} words and operators at column ${number(column)}. Shorten the query.`,
  tooDeep: (most: number, column: number) =>
    `More than ${number(most)} parentheses inside each other at column ${number(column)}. Use fewer parentheses.`,
  unclosedQuote: (column: number) => `Unclosed quote at column ${number(column)}. Add a closing quotation mark.`,
  unclosedGroup: (column: number) => `Unclosed parenthesis at column ${number(column)}. Add a closing parenthesis.`,
  unexpectedParenthesis: (column: number) =>
    `Unexpected ) at column ${number(column)}. Remove it, or add an opening parenthesis.`,
  bareOr: (column: number) => `OR at column ${number(column)} needs a term on both sides. Add a term, or remove OR.`,
  missingValue: (field: string, column: number, values: string) =>
    `Missing value for ${field} at column ${number(column)}. Use a valid value: ${values}.`,
  badValue: (field: string, column: number, values: string) =>
    `Bad value for ${field} at column ${number(column)}. Use a valid value: ${values}.`,
  nothingToSearch: 'Nothing to search for. Add a word, or a field such as tag:work.',
  sortBy: 'Sort by',
  byRelevance: 'Best match',
  byChange: 'Last changed',
  byCreation: 'Newest',
  byTitle: 'Title',

  syntax: 'Syntax',
  queryExamples: 'Query examples',
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

  searchedWithoutSidecar: (reasons: string) => `Searched without the sidecar: ${reasons}.`,
  searchedPartly: (reasons: string) => `Searched without a part of the sidecar: ${reasons}.`,
  channelReason: (channel: string, state: string) => `${channel} ${state}`,
  typoChannel: 'similar words',
  meaningChannel: 'similar meaning',
  building: 'not ready yet',
  failed: 'failed',
  late: 'too late',
  unavailable: 'unavailable',
  allLate: 'it did not answer in time',
  allUnavailable: 'it is unavailable',
  allFailed: 'it failed',
  allBuilding: 'its index is not ready yet',

  noExactMatch: 'No note matches exactly. Did you mean:',
  noMatch: 'No matching notes.',
  matchesWithoutPart: 'There are matches without {part}.',
  searchWithoutPart: 'Search without it',
  showAllNotes: 'Show all notes',
  searchScope: 'Words are searched in titles and texts. Use tag: for tags, and is:trashed for notes in Trash.',

  saveSearchEllipsis: 'Save search…',
  save: 'Save',
  replace: 'Replace',
  remove: (name: string) => `Remove “${name}”`,
  removed: (name: string) => `Removed “${name}”`,
  undo: 'Undo',
  saved: (name: string) => `Saved as “${name}”`,
  saveDialogTitle: 'Save this search',
  replacementName: (key: string) => `Replacement ${key}`,
  replaceHint: 'This replaces the saved search with this name: {query}',
});
