// @ts-check
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

/** @typedef {(name: string, input: Record<string, unknown>) => Promise<any>} Call invokes an operation of the contract */

/** PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const DATABASE = 'notes.db';

/** Returns the folder of the libraries that released versions made, one folder a version. */
export const fixturesFolder = (/** @type {string} */ root) =>
  join(root, 'packages', 'storage', 'test', 'fixtures', 'libraries');

/**
 * Unpacks the library of a fixture.
 * @param {string} fixture folder of one version
 * @param {string} dataDir folder to make
 */
export function unpackFixture(fixture, dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(join(fixture, 'blobs'), join(dataDir, 'blobs'), { recursive: true });
  // A checkout does not keep permissions that restrict these to their owner.
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  writeFileSync(join(dataDir, DATABASE), gunzipSync(readFileSync(join(fixture, `${DATABASE}.gz`))), { mode: 0o600 });
}

/**
 * Packs a closed library into the folder of a version.
 * @param {string} dataDir
 * @param {string} fixture folder to make
 * @param {unknown} contents as {@link describeLibrary} returned them
 */
export function packFixture(dataDir, fixture, contents) {
  mkdirSync(fixture, { recursive: true });
  writeFileSync(join(fixture, `${DATABASE}.gz`), gzipSync(readFileSync(join(dataDir, DATABASE)), { level: 9 }));
  rmSync(join(fixture, 'blobs'), { recursive: true, force: true });
  cpSync(join(dataDir, 'blobs'), join(fixture, 'blobs'), { recursive: true });
  writeFileSync(join(fixture, 'contents.json'), `${JSON.stringify(contents, null, 2)}\n`);
}

/**
 * Opens a library with the built code of the checkout, works on it and closes it.
 * @template T
 * @param {string} root
 * @param {string} dataDir
 * @param {{ version: string, create: boolean }} options version: of the program, as the library records it
 * @param {(call: Call, upload: (name: string, bytes: Buffer) => Promise<any>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLibrary(root, dataDir, { version, create }, work) {
  const operations = (/** @type {string} */ path) =>
    import(pathToFileURL(join(root, 'packages', 'operations', 'dist', path)).href);
  const { closeLibrary, invoke, openLibrary } = await operations('index.js');
  const { loadConfig } = await operations('platform/config/index.js');
  const config = loadConfig({ dataDir, set: [] }, {});
  const library = await openLibrary({ config, serviceVersion: version, create });
  const context = { library, origin: 'cli', now: Date.now };
  try {
    return await work(
      (name, input) => invoke(name, context, input),
      (filename, bytes) => invoke('uploadResource', { ...context, bytes: Readable.from([bytes]) }, { filename }),
    );
  } finally {
    closeLibrary(library);
  }
}

/**
 * Fills a new library with objects of every kind.
 * @param {Call} call
 * @param {(name: string, bytes: Buffer) => Promise<any>} upload
 */
export async function fillLibrary(call, upload) {
  const garden = await call('createNotebook', { name: 'Garden' });
  const beds = await call('createNotebook', { name: 'Beds', parent_notebook_id: garden.notebook_id });
  const picture = await upload('pixel.png', Buffer.from(PIXEL, 'base64'));
  const text = await upload('sowing.csv', Buffer.from('bed,crop\n1,beans\n'));
  const beans = await call('createDocument', {
    title: 'Beans',
    body: '# Beans\n\nSow in [[Bed one]] with [a plan](https://example.org/).\n\n- [ ] Buy seed due:2026-05-01\n',
    notebook_id: garden.notebook_id,
    tags: ['crop/legume', 'spring'],
  });
  await call('editDocument', {
    document_id: beans.id,
    base_revision_id: beans.current_revision_id,
    edits: [{ search: 'Buy seed', replace: 'Buy seed and string' }],
  });
  await call('appendToDocument', { document_id: beans.id, text: '\nCafé, 日本語 and 😀.\r\n' });
  for (const resource of [picture, text])
    await call('attachResource', { document_id: beans.id, resource_id: resource.id });
  await call('createDocument', {
    title: 'Bed one',
    body: `South side. See [[Beans#Beans|the beans]] and [[Nowhere]].\n\n![](resource://default/${picture.id})\n`,
    notebook_id: beds.notebook_id,
    tags: ['place'],
  });
  await call('createDocument', { title: '', body: '\uFEFFWith a byte order mark\r\n', tags: [] });
  const lost = await call('createDocument', { title: 'Old plan', body: 'Left over.\n', tags: ['spring'] });
  await call('trashDocument', { document_id: lost.id, base_revision_id: lost.current_revision_id });
  await call('createSearchNotebook', { name: 'Spring work', query: 'tag:spring has:open-task' });
}

/** Queries whose results must be the same in a later version as in the version that made the library. */
const QUERIES = [
  'beans',
  'tag:crop',
  'notebook:Garden',
  'has:image',
  'has:open-task',
  'links-to:Beans',
  '日本語',
  'is:trashed',
];

/**
 * Describes the contents of a library, without those of the program itself (its Help notes).
 * @param {Call} call
 */
export async function describeLibrary(call) {
  const own = await search(call, '-is:readonly');
  const trashed = await search(call, 'is:trashed');
  const documents = [];
  for (const id of own) {
    const note = await call('getDocument', { document_id: id });
    const { revisions } = await call('listRevisions', { document_id: id });
    const texts = [];
    for (const { revision_id } of revisions) {
      const { title, body } = await call('getRevision', { document_id: id, revision_id });
      texts.push({ revision_id, title, body });
    }
    documents.push({
      note,
      revisions: texts,
      links: await call('listDocumentLinks', { document_id: id }),
      resources: await call('listDocumentResources', { document_id: id }),
    });
  }
  /** @type {Record<string, string[]>} */
  const results = {};
  for (const query of QUERIES) results[query] = await search(call, `${query} -is:readonly`);
  const trash = [];
  for (const document_id of trashed) trash.push(await call('getDocument', { document_id }));
  const { notebooks } = await call('listNotebooks', {});
  const { search_notebooks } = await call('listSearchNotebooks', {});
  return {
    documents,
    trash,
    results,
    notebooks: notebooks.filter((/** @type {{ read_only: boolean }} */ { read_only }) => !read_only),
    tags: await call('listTags', {}),
    search_notebooks: search_notebooks.filter((/** @type {{ builtin: boolean }} */ { builtin }) => !builtin),
    tasks: await call('listTasks', {}),
  };
}

/**
 * @param {Call} call
 * @param {string} query
 * @returns {Promise<string[]>} ids, ascending
 */
async function search(call, query) {
  const { results } = await call('searchDocuments', { query, limit: 100 });
  return results
    .map((/** @type {{ document_id?: string, id: string }} */ found) => found.document_id ?? found.id)
    .sort();
}
