// @ts-check

import { parseQuery } from '@notes/query-language';
import { openSqlite } from '../dist/library/driver.js';
import { measureMs, quantile } from './figures.mjs';
import { random } from './generate.mjs';

/** @typedef {import('./library.mjs').Store} Store */

const PAGE = 21;
const QUERIES = 20;
const ROUNDS = 3;
const NOW = Date.UTC(2026, 0, 1);

/** Selects words by the number of notes that contain them. */
function vocabulary(/** @type {string} */ path, /** @type {number} */ total) {
  const database = openSqlite(path, { readonly: true });
  database.exec('CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, search_fts, row)');
  const between = (/** @type {number} */ least, /** @type {number} */ most) =>
    /** @type {string[]} */ (
      database
        .prepare(
          "SELECT term FROM temp.words WHERE doc BETWEEN ? AND ? AND term GLOB '[a-z]*' AND length(term) > 2 ORDER BY term",
        )
        .pluck()
        .all(least, most)
    );
  const words = { rare: between(2, 60), usual: between(total / 100, total / 20), common: between(total / 4, total) };
  database.close();
  return words;
}

/** Returns a phrase near the start of a note. */
function pickPhrase(/** @type {Store} */ store, /** @type {number} */ at) {
  const [note] = store.read((reader) => reader.documents.getPage([at]));
  const words = /[a-z]{3,} [a-z]{2,} [a-z]{2,}/i.exec(note?.body.slice(200) ?? '');
  return `"${words?.[0] ?? 'more information'}"`;
}

/**
 * Measures searches of every kind, in milliseconds: the first page with its notes, as the service reads it.
 *
 * @param {Store} store
 */
export function measureSearches(store) {
  const total = store.read((reader) => reader.documents.counts().active);
  const words = vocabulary(store.paths.database, total);
  const next = random(7);
  const pick = (/** @type {readonly string[]} */ list) =>
    /** @type {string} */ (list[Math.floor(next() * list.length)]);
  const names = store.read((reader) => ({
    tags: reader.tags.allWithCounts().map(({ name }) => name),
    notebooks: reader.notebooks.all().map(({ name }) => name),
    titles: reader.documents.getMany([1, 10, 100, 1000]).map(({ title }) => title),
  }));
  const date = () => `20${18 + Math.floor(next() * 8)}-0${1 + Math.floor(next() * 9)}`;
  /** @type {Record<string, () => string>} */
  const kinds = {
    'no words at all': () => '',
    'a rare word': () => pick(words.rare),
    'a usual word': () => pick(words.usual),
    'a common word': () => pick(words.common),
    'two usual words': () => `${pick(words.usual)} ${pick(words.usual)}`,
    'a common and a rare word': () => `${pick(words.common)} ${pick(words.rare)}`,
    'a common without a usual word': () => `${pick(words.common)} -${pick(words.usual)}`,
    'a phrase': () => pickPhrase(store, 1 + Math.floor(next() * total)),
    'a prefix of three letters': () => `${pick(words.usual).slice(0, 3)}*`,
    'a prefix of two letters': () => `${pick(words.usual).slice(0, 2)}*`,
    'a prefix of one letter': () => `${pick(words.usual).slice(0, 1)}*`,
    'a tag': () => `tag:${pick(names.tags)}`,
    'a tag and a common word': () => `tag:${pick(names.tags)} ${pick(words.common)}`,
    'a notebook': () => `notebook:${pick(names.notebooks)}`,
    'a notebook and a common word': () => `notebook:${pick(names.notebooks)} ${pick(words.common)}`,
    'a month of changes': () => `updated:${date()}`,
    'a month of making': () => `created:${date()}`,
    'a month and a common word': () => `created:${date()} ${pick(words.common)}`,
    'no tag': () => 'tag:none',
    'links in it': () => 'has:link',
    'what is rarely in it': () => 'has:remote-media',
    'no link to it': () => 'is:orphan',
    'links to a note': () => `links-to:"${pick(names.titles)}"`,
    'linked from a note': () => `linked-from:"${pick(names.titles)}"`,
  };
  return Object.entries(kinds).flatMap(([kind, make]) => {
    const queries = Array.from({ length: QUERIES }, make);
    return (kind.includes('common') ? /** @type {const} */ (['relevance', 'updated']) : [undefined]).map((sort) => {
      const times = queries.flatMap((text) => measureTimes(store, text, sort));
      return {
        kind: sort === 'updated' ? `${kind}, newest first` : kind,
        p50: quantile(times, 0.5),
        p95: quantile(times, 0.95),
      };
    });
  });
}

function measureTimes(
  /** @type {Store} */ store,
  /** @type {string} */ text,
  /** @type {'relevance' | 'updated'} */ sort = 'relevance',
) {
  const parsed = parseQuery(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  const { query } = parsed;
  const order = query.hasText ? sort : 'updated';
  return Array.from({ length: ROUNDS }, () =>
    measureMs(() =>
      store.read((reader) => {
        const page = reader.search.find({ query, sort: order, limit: PAGE, now: NOW });
        reader.documents.getPage(page.map(({ pk }) => pk));
      }),
    ),
  );
}

/** Measures queries about links, in milliseconds: those shown with a note, and those made while its title is typed. */
export function measureLinks(/** @type {Store} */ store) {
  const total = store.read((reader) => reader.documents.counts().active);
  const next = random(11);
  const below = (/** @type {number} */ n) => 1 + Math.floor(next() * n);
  const title = (/** @type {import('@notes/storage').Reader} */ reader) =>
    reader.documents.getMany([below(total)])[0]?.title ?? '';
  /** @type {Record<string, (reader: import('@notes/storage').Reader) => unknown>} */
  const kinds = {
    'links of a note': (reader) => reader.links.outgoing(below(total)),
    'links to a note': (reader) => reader.links.incoming(below(total), { limit: 100, perNote: 20 }),
    'suggestions for two letters': (reader) => reader.links.suggest(title(reader).slice(0, 2), 10),
    'suggestions for a later word': (reader) => reader.links.suggest(title(reader).split(' ').at(-1) ?? '', 10),
    'suggestions for two words': (reader) => reader.links.suggest(title(reader).split(' ').slice(-2).join(' '), 10),
  };
  return Object.entries(kinds).map(([kind, ask]) => {
    const times = Array.from({ length: 200 }, () => measureMs(() => store.read(ask)));
    return { kind, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
  });
}

/** Measures the counts for lists of notebooks, lists of tags and the status, in milliseconds. */
export function measureCounts(/** @type {Store} */ store) {
  /** @type {Record<string, (reader: import('@notes/storage').Reader) => unknown>} */
  const counts = {
    'counts of the status': (reader) => reader.documents.counts(),
    'notebooks with counts': (reader) => reader.notebooks.allWithCounts(),
    'tags with counts': (reader) => reader.tags.allWithCounts(),
  };
  return Object.entries(counts).map(([kind, count]) => {
    const times = Array.from({ length: 20 }, () => measureMs(() => store.read(count)));
    return { kind, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
  });
}
