import { catalogue } from '../text/catalogue.js';
import { number } from '../text/numbers.js';

export const text = catalogue({
  switcherTitle: 'Find',
  switcherField: 'Find a note; > commands, # tags, / query, @ headings, : line',
  results: 'Results',
  noNote: 'No matching notes.',
  noCommand: 'No matching commands.',
  noTag: 'No matching tags.',
  noQuery: 'Type to search.',
  noHeading: 'No matching headings in the open note.',
  noLine: 'Open a note, then type a line number.',
  prefixes: '{commands} commands · {tags} tags · {query} query · {headings} headings · {line} line',
  readingNotes: (count: number) => `Reading titles: ${number(count)} so far.`,
  opensWhenFound: 'Searching. The first result opens when it is found.',
  inText: (container: string) => (container === '' ? 'In the text' : `${container} · in the text`),
  opensAtSide: '{keys} opens a note at the side.',
  searchFor: (query: string) => `Search for “${query}”`,
  create: (title: string) => `Create “${title}”`,
  goToLine: (line: string) => `Go to line ${line}`,
});
