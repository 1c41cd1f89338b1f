// @ts-check
import { statSync } from 'node:fs';
import { FEATURES, openStore } from '@notes/storage';
import { NOTEBOOKS, notes, word } from './generate.mjs';

/** @typedef {import('@notes/storage').Store} Store */
/** @typedef {import('./generate.mjs').Note} Note */

const NOTES_PER_COMMIT = 100;
let made = 0;

/** Creates a library in `dataDir`. */
export function openLibrary(/** @type {string} */ dataDir) {
  return openStore({
    dataDir,
    create: true,
    exclusive: false,
    holder: 'the bench',
    initialise: (unit) => {
      for (let n = 0; n < NOTEBOOKS; n++)
        unit.notebooks.insert({ id: `nb_${n}`, name: word(n), parentPk: null, iconEmoji: null, at: 0 });
    },
  });
}

/** Returns the content of a revision of a note, with new ids. */
export function makeRevision(/** @type {Pick<Note, 'title' | 'body' | 'links'>} */ { title, body, links }, at = 0) {
  const revisionId = `rev_${String(++made).padStart(26, '0')}`;
  return {
    title,
    body,
    sizeBytes: Buffer.byteLength(body),
    excerpt: body.slice(0, 200),
    derived: { links: links.map((name, n) => linkTo(name, n, body.length)), tasks: [], features: FEATURES.link },
    revisionId,
    origin: 'rest',
    at,
  };
}

/** Returns the n-th link at the end of a text, at its approximate offset. */
const linkTo = (/** @type {string} */ title, /** @type {number} */ n, /** @type {number} */ length) => ({
  kind: /** @type {const} */ ('wikilink'),
  line: n + 1,
  column: 1,
  startByte: length + n * 40,
  endByte: length + n * 40 + title.length + 4,
  target: title,
  anchor: null,
  text: title,
  reference: { type: /** @type {const} */ ('title'), title },
});

/** Writes one note with its tags, as the service does, and returns its id. */
export function addNote(/** @type {import('@notes/storage').UnitOfWork} */ unit, /** @type {Note} */ note) {
  const id = `doc_${String(++made).padStart(26, '0')}`;
  const notebookPk = /** @type {number} */ (unit.notebooks.get(`nb_${note.notebook}`)?.pk);
  const times = { createdAt: note.at, updatedAt: note.at };
  const pk = unit.documents.insert({ ...makeRevision(note, note.at), ...times, id, notebookPk });
  for (const name of note.tags) unit.tags.attach(pk, unit.tags.ensure(name, () => `tag_${++made}`, note.at).pk);
  return id;
}

/**
 * Fills a library. Returns the bytes of Markdown, the bytes of the closed file, and the notes written per second.
 *
 * @param {string} dataDir
 * @param {{ count: number, lines: readonly string[] }} source
 */
export async function fillLibrary(dataDir, source) {
  const store = openLibrary(dataDir);
  const started = performance.now();
  let markdown = 0;
  for (const slice of slices(notes(source), NOTES_PER_COMMIT)) {
    for (const { body } of slice) markdown += Buffer.byteLength(body);
    await store.write((unit) => {
      for (const note of slice) addNote(unit, note);
    });
  }
  const perSecond = (source.count / (performance.now() - started)) * 1000;
  store.close();
  return { markdown, database: statSync(store.paths.database).size, perSecond };
}

/**
 * Groups items into arrays of `size`; the last one may be shorter.
 *
 * @template T @param {Iterable<T>} items @returns {Generator<T[]>}
 */
function* slices(items, /** @type {number} */ size) {
  let slice = [];
  for (const item of items) {
    if (slice.push(item) < size) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
