// @ts-check

/**
 * @typedef {import('./client.mjs').Call} Call
 * @typedef {import('./floor/raw.mjs').RawCall} RawCall
 * @typedef {import('./queries.mjs').Query} Query
 * @typedef {{ stored: import('./fill.mjs').Stored[], corpus: import('./corpus.mjs').Corpus, firstNew: number,
 *   mixed: Query[], common: Query[], many: string[], suggestions: string[] }} Material firstNew: the first note of the corpus not stored
 * @typedef {Map<string, string>} Revisions the current one of each note, as one server has it
 * @typedef {{ name: string, size: { rounds: number, count: number },
 *   call: (index: number, revisions: Revisions) => Call, floorCall?: (index: number) => Call,
 *   raw?: (index: number) => RawCall, constant?: boolean, limited?: boolean, written?: (value: any, revisions: Revisions) => void }} Row
 *   raw: the call of the floor's database; without it there is no floor; limited: the limit can do the same
 */

const NOTES = '/api/v1/documents';
const LIST = '/api/v1/notebooks/nb_notes/notes?limit=50';
const GRAPH = '/api/v1/graph';
/** Number of notes with many links; each gets its links before times count. */
const LINKING_NOTES = 10;
const LINKS = 100;
const AROUND = { depth: 2, max_nodes: 500 };

/**
 * Makes the rows measured over HTTP; `index` counts the calls of a row.
 * @param {Material} material
 * @returns {Row[]}
 */
export function makeRows({ stored, corpus, firstNew, mixed, common, many, suggestions }) {
  const at = (/** @type {number} */ index) =>
    /** @type {Material['stored'][0]} */ (stored[(index * 7) % stored.length]);
  const getId = (/** @type {number} */ index) => at(index).id;
  const titles = stored.map(({ number }) => corpus(number).title);
  const newText = (/** @type {number} */ index) => ({
    title: corpus(at(index).number).title,
    body: corpus(firstNew + 100_000 + index).body,
  });
  const linkingText = (/** @type {number} */ index) => ({
    title: corpus(at(index % LINKING_NOTES).number).title,
    body: textWithLinks(titles, index),
  });
  return [
    {
      name: 'create',
      size: { rounds: 10, count: 30 },
      call: (index) => ({ method: 'POST', path: NOTES, body: corpus(firstNew + index) }),
      raw: (index) => ({ method: 'create', arguments: [corpus(firstNew + index)] }),
      limited: true,
    },
    updateRow('update', getId, newText),
    updateRow('update, 100 links', (index) => getId(index % LINKING_NOTES), linkingText),
    {
      name: 'get',
      size: { rounds: 12, count: 150 },
      call: (index) => ({ method: 'GET', path: `${NOTES}/${getId(index)}` }),
      raw: (index) => ({ method: 'get', arguments: [getId(index)] }),
      constant: true,
      limited: true,
    },
    {
      name: 'list 50',
      size: { rounds: 12, count: 60 },
      call: () => ({ method: 'GET', path: LIST }),
      raw: () => ({ method: 'list', arguments: ['nb_notes', 50] }),
      limited: true,
    },
    searchRow('search, mixed', mixed, { rounds: 10, count: 40 }),
    searchRow('search, common word', common, { rounds: 10, count: 15 }),
    manySearchesRow(many),
    suggestRow(suggestions),
    ...graphRows(getId),
  ];
}

/** @returns {Row} */
function updateRow(
  /** @type {string} */ name,
  /** @type {(index: number) => string} */ idOf,
  /** @type {(index: number) => { title: string, body: string }} */ textOf,
) {
  return {
    name,
    size: { rounds: 10, count: 30 },
    call: (index, revisions) => {
      const id = idOf(index);
      const body = { ...textOf(index), base_revision_id: revisions.get(id) };
      return { method: 'PUT', path: `${NOTES}/${id}`, body };
    },
    raw: (index) => ({ method: 'update', arguments: [idOf(index), textOf(index)] }),
    limited: true,
    written: ({ id, current_revision_id }, revisions) => revisions.set(id, current_revision_id),
  };
}

/**
 * Makes a text with links, of which all but the last stay from one change of the note to the next, as in usual editing.
 */
function textWithLinks(/** @type {string[]} */ titles, /** @type {number} */ index) {
  const lines = Array.from({ length: LINKS }, (_, link) => {
    const which = (index % LINKING_NOTES) * 31 + link * 7 + (link === LINKS - 1 ? index : 0);
    return `- point ${link}: see [[${titles[which % titles.length]}]] for more`;
  });
  return `Changed ${index} times.\n\n${lines.join('\n')}\n`;
}

/** @returns {Row} */
function searchRow(/** @type {string} */ name, /** @type {Query[]} */ queries, /** @type {Row['size']} */ size) {
  const at = (/** @type {number} */ index) => /** @type {Query} */ (queries[index % queries.length]);
  const call = (/** @type {unknown} */ body) => ({ method: 'POST', path: '/api/v1/search', body });
  return {
    name,
    size,
    call: (index) => call({ query: at(index).query }),
    floorCall: (index) => call({ match: at(index).match }),
    raw: (index) => ({ method: 'search', arguments: [at(index).match] }),
  };
}

/** @returns {Row} */
function manySearchesRow(/** @type {string[]} */ queries) {
  return {
    name: 'search, 200 queries',
    size: { rounds: 4, count: queries.length },
    call: (index) => ({ method: 'POST', path: '/api/v1/search', body: { query: queries[index % queries.length] } }),
  };
}

/** @returns {Row} */
function suggestRow(/** @type {string[]} */ queries) {
  const at = (/** @type {number} */ index) => /** @type {string} */ (queries[index % queries.length]);
  return {
    name: 'suggest',
    size: { rounds: 12, count: 66 },
    call: (index) => ({ method: 'GET', path: `/api/v1/links/suggest?q=${encodeURIComponent(at(index))}` }),
    raw: (index) => ({ method: 'suggest', arguments: [at(index)] }),
    limited: true,
  };
}

/** @returns {Row[]} */
function graphRows(/** @type {(index: number) => string} */ idOf) {
  const call = (/** @type {string} */ path, /** @type {unknown} */ body) => ({ method: 'POST', path, body });
  return [
    {
      name: 'graph depth 2',
      size: { rounds: 10, count: 30 },
      call: (index) => call(GRAPH, { roots: [idOf(index)], ...AROUND }),
      raw: (index) => ({ method: 'graph', arguments: [idOf(index), AROUND.depth, AROUND.max_nodes] }),
    },
    {
      name: 'graph depth 5',
      size: { rounds: 6, count: 10 },
      call: (index) => call(GRAPH, { roots: [idOf(index)], depth: 5 }),
      limited: true,
    },
    {
      name: 'graph path',
      size: { rounds: 10, count: 50 },
      call: (index) => call(`${GRAPH}/path`, { from: idOf(index), to: idOf(index * 3 + 1) }),
    },
  ];
}
