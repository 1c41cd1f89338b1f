// @ts-check

/**
 * @typedef {import('./client.mjs').Call} Call
 * @typedef {import('./floor/raw.mjs').RawCall} RawCall
 * @typedef {{ ids: string[], corpus: import('./corpus.mjs').Corpus, firstNew: number, mixed: import('./queries.mjs').Query[],
 *   common: import('./queries.mjs').Query[] }} Material ids: stored notes; firstNew: the first note of the corpus not stored
 * @typedef {Map<string, string>} Revisions the current one of each note, as one server has it
 * @typedef {{ name: string, size: { rounds: number, count: number },
 *   call: (index: number, revisions: Revisions) => Call, floorCall?: (index: number) => Call,
 *   raw: (index: number) => RawCall, constant?: boolean, written?: (value: any, revisions: Revisions) => void }} Row
 */

const NOTES = '/api/v1/documents';
const LIST = '/api/v1/notebooks/nb_notes/notes?limit=50';

/**
 * What is timed over HTTP; `index` counts the calls of a row.
 * @param {Material} material
 * @returns {Row[]}
 */
export function makeRows({ ids, corpus, firstNew, mixed, common }) {
  const idOf = (/** @type {number} */ index) => /** @type {string} */ (ids[(index * 7) % ids.length]);
  const newText = (/** @type {number} */ index) => {
    const { title, body } = corpus(firstNew + 100_000 + index);
    return { title, body };
  };
  return [
    {
      name: 'create',
      size: { rounds: 10, count: 30 },
      call: (index) => ({ method: 'POST', path: NOTES, body: corpus(firstNew + index) }),
      raw: (index) => ({ method: 'create', arguments: [corpus(firstNew + index)] }),
    },
    {
      name: 'update',
      size: { rounds: 10, count: 30 },
      call: (index, revisions) => {
        const id = idOf(index);
        const body = { ...newText(index), base_revision_id: revisions.get(id) };
        return { method: 'PUT', path: `${NOTES}/${id}`, body };
      },
      raw: (index) => ({ method: 'update', arguments: [idOf(index), newText(index)] }),
      written: ({ id, current_revision_id }, revisions) => revisions.set(id, current_revision_id),
    },
    {
      name: 'get',
      size: { rounds: 12, count: 150 },
      call: (index) => ({ method: 'GET', path: `${NOTES}/${idOf(index)}` }),
      raw: (index) => ({ method: 'get', arguments: [idOf(index)] }),
      constant: true,
    },
    {
      name: 'list 50',
      size: { rounds: 12, count: 60 },
      call: () => ({ method: 'GET', path: LIST }),
      raw: () => ({ method: 'list', arguments: ['nb_notes', 50] }),
    },
    searchRow('search, mixed', mixed, { rounds: 10, count: 40 }),
    searchRow('search, common word', common, { rounds: 10, count: 15 }),
  ];
}

/** @returns {Row} */
function searchRow(
  /** @type {string} */ name,
  /** @type {import('./queries.mjs').Query[]} */ queries,
  /** @type {Row['size']} */ size,
) {
  const at = (/** @type {number} */ index) =>
    /** @type {import('./queries.mjs').Query} */ (queries[index % queries.length]);
  const call = (/** @type {unknown} */ body) => ({ method: 'POST', path: '/api/v1/search', body });
  return {
    name,
    size,
    call: (index) => call({ query: at(index).query }),
    floorCall: (index) => call({ match: at(index).match }),
    raw: (index) => ({ method: 'search', arguments: [at(index).match] }),
  };
}
