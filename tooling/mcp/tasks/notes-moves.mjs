// @ts-check
/** @import { Agent } from './agent.mjs' */

/** Rows of a search for one note. */
export const SHORT_PAGE = 5;

/** Misspelt words of the tasks. A model knows their spelling without a tool. */
const SPELLING = /** @type {const} */ ([
  ['Celler', 'Cellar'],
  ['Kitchn', 'Kitchen'],
  ['calender', 'calendar'],
  ['Insurence', 'Insurance'],
  ['mesurements', 'measurements'],
  ['Bycicle', 'Bicycle'],
  ['Reciepes', 'Recipes'],
  ['vegitarian', 'vegetarian'],
]);

export const correctSpelling = (/** @type {string} */ text) =>
  SPELLING.reduce((corrected, [wrong, right]) => corrected.replace(wrong, right), text);

/** Returns true when tools take the exact title of a note in the place of its ID. */
const takesTitles = (/** @type {Agent} */ agent) => agent.isTold(/by ID or exact title/);

/**
 * Finds the note with a title: by the title itself where tools take it, otherwise by a search.
 * @returns {Promise<{ id: string, revision?: any }>}
 */
export async function findNote(/** @type {Agent} */ agent, /** @type {string} */ title) {
  if (takesTitles(agent)) return { id: title };
  const { results } = await agent.use('search_documents', { query: title, limit: SHORT_PAGE });
  const row = results.find((/** @type {any} */ each) => each.title === title);
  if (row === undefined) throw new Error(`search_documents: the first rows lack ${title}`);
  return { id: row.document_id, revision: row.current_revision_id };
}

/**
 * Reads notes in the order of their titles, which a search finds where tools do not take titles.
 * @returns {Promise<any[]>}
 */
export async function readNotes(
  /** @type {Agent} */ agent,
  /** @type {readonly string[]} */ titles,
  /** @type {string} */ query,
) {
  if (takesTitles(agent)) return (await agent.use('get_documents', { document_ids: titles })).documents;
  const { results } = await agent.use('search_documents', { query, limit: 10 });
  const ids = titles.map((title) => results.find((/** @type {any} */ row) => row.title === title).document_id);
  return (await agent.use('get_documents', { document_ids: ids })).documents;
}

/** Finds the ID of a notebook by its path, or returns the path where tools take it. */
export async function findNotebook(/** @type {Agent} */ agent, /** @type {string} */ path) {
  if (agent.isTold(/ID or path|ID or a path/)) return path;
  const { notebooks } = await agent.use('list_notebooks');
  const below = (/** @type {string | null} */ parent, /** @type {string} */ name) =>
    notebooks.find((/** @type {any} */ row) => row.parent_notebook_id === parent && row.name === name).notebook_id;
  return path.split('/').reduce((/** @type {string | null} */ parent, name) => below(parent, name), null);
}

/** Reads one line of a note. */
export async function getLine(
  /** @type {Agent} */ agent,
  /** @type {string} */ document_id,
  /** @type {number} */ line,
) {
  const range = await agent.use('get_note_line_range', { document_id, start: line, end: line });
  return { revision: range.current_revision_id, text: range.body ?? range.text };
}
