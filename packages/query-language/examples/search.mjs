import {
  canonicalQuery,
  explainQuery,
  highlightRanges,
  matchesQuery,
  parseQuery,
  snippet,
} from '@notes/query-language';

const result = parseQuery('Category:Recipes (crème OR "dark chocolate") -tag:tried');
if (!result.ok) throw new Error(result.error.message);
const { query } = result;

console.log(canonicalQuery(query));
// ("dark chocolate" OR creme) -tag:tried notebook:recipes
console.log(explainQuery(query));
// Notes that (contain the phrase “dark chocolate” or contain “creme”) and do not have the tag “tried” or one below it and are in the notebook “recipes” or one below it.

const note = {
  id: 'doc_01',
  title: 'Crème brûlée',
  body: 'Caramel on top,\ndark chocolate below.',
  tags: ['dessert/french'],
  notebookPath: ['Home', 'Recipes'],
  notebookIds: ['nb_home', 'nb_recipes'],
  trashed: false,
  readOnly: false,
  imported: false,
  template: false,
  orphan: true,
  createdAt: Date.UTC(2026, 10, 20),
  updatedAt: Date.UTC(2026, 10, 20),
  has: new Set(),
  linksTo: [],
  linkedFrom: [],
  attachments: [],
};

console.log(matchesQuery(query, note, { now: Date.now(), zone: 'local' })); // true
console.log(highlightRanges(note.title, query, { scope: 'title' })); // [ [ 0, 5 ] ]
console.log(snippet(note.body, query));
// {
//   snippet: 'Caramel on top, dark chocolate below.',
//   highlights: [ [ 16, 30 ] ]
// }

const wrong = parseQuery('recipes "dark choc');
console.log(wrong.ok ? '' : wrong.error.message); // unclosed quote at column 9: add a closing quotation mark
