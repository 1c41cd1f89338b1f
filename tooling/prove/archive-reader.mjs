// @ts-check
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { command } from '../reliability/command.mjs';
import { Device } from '../reliability/devices/device.mjs';
import { Life } from '../reliability/devices/life.mjs';
import { copyReader, damageFile, listFiles, NOTEBOOKS, stripFrontMatter, TITLES } from './reader-folder.mjs';

/** Characters of a text that is too long for its record, so that it is a blob of the archive. */
const LONG_TEXT = 400_000;
/**
 * Library as a person sees it, by id. Texts and attachments are digests.
 * @typedef {Record<'notes' | 'revisions' | 'notebooks' | 'tags' | 'searches' | 'attachments', Record<string, unknown>>} Contents
 */

const sha256 = (/** @type {string | Buffer} */ bytes) => createHash('sha256').update(bytes).digest('hex');

/** Device that records the ids of its uploads, because the API lists no attachment that no note has. */
class RecordingDevice extends Device {
  /** @type {string[]} */
  uploads = [];

  /** @override */
  async upload(/** @type {string} */ filename, /** @type {string} */ bytes) {
    const answer = await super.upload(filename, bytes);
    this.uploads.push(answer.value.id);
    return answer;
  }
}

/** Calls the API, and returns the value of a successful answer. */
async function call(
  /** @type {Device} */ device,
  /** @type {string} */ method,
  /** @type {string} */ path,
  /** @type {object | undefined} */ body = undefined,
) {
  const { status, value } = await device.ask(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(value)}`);
  return value;
}

/** Makes notes, notebooks, a search and attachments that random changes do not make. */
async function prepareLibrary(/** @type {Device} */ device) {
  const post = (/** @type {string} */ path, /** @type {object} */ body) => call(device, 'POST', path, body);
  for (const title of TITLES) await post('/documents', { title, body: `Text of ${title}\n` });
  await post('/documents', { title: 'Long', body: 'A long day. '.repeat(LONG_TEXT / 12) });
  await post('/documents', { title: 'Own front matter', body: '---\nkey: value\n---\n\nText without a last line end' });
  for (const name of NOTEBOOKS) {
    const { notebook_id } = await post('/notebooks', { name });
    await post('/notebooks', { name: 'Inner', parent_notebook_id: notebook_id });
    await post('/documents', { title: name, body: 'In a notebook\r\nwith CRLF\r\n', notebook_id });
  }
  await post('/search-notebooks', { name: 'Open tasks', query: 'has:open-task' });
  const { id } = await post('/documents', { title: 'With a file', body: '' });
  const { value } = await device.upload('../plan ✎.txt', 'Bytes of a file that no text shows');
  await post(`/documents/${id}/resources/${value.id}`, { relation_type: 'source' });
  for (const tag of ['crop/legume', 'früh', 'Plan']) await post(`/documents/${id}/tags/${encodeURIComponent(tag)}`, {});
  await device.upload('unused.txt', 'Bytes of a file that no note has');
}

/** Reads everything that an archive holds over the API. @returns {Promise<Contents>} */
async function readOverApi(/** @type {RecordingDevice} */ device) {
  /** @type {Contents} */
  const contents = { notes: {}, revisions: {}, notebooks: {}, tags: {}, searches: {}, attachments: {} };
  const { notebooks } = await call(device, 'GET', '/notebooks');
  for (const { notebook_id, name, parent_notebook_id } of notebooks)
    contents.notebooks[notebook_id] = [name, parent_notebook_id];
  for (const { name } of (await call(device, 'GET', '/tags')).tags) contents.tags[name] = true;
  for (const { search_notebook_id, name, query } of (await call(device, 'GET', '/search-notebooks')).search_notebooks)
    contents.searches[search_notebook_id] = [name, query];
  // Read-only notes, as those of the help, are the same in every library. No archive has them.
  for (const { id } of await device.notes()) await addNote(device, contents, id, false);
  for (const { id } of await device.trash()) {
    // The API shows attachments and revisions of active notes only.
    const { current_revision_id } = await call(device, 'POST', `/trash/${id}/restore`);
    await addNote(device, contents, id, true);
    await call(device, 'DELETE', `/documents/${id}`, { base_revision_id: current_revision_id });
  }
  for (const id of device.uploads) {
    const { filename } = await call(device, 'GET', `/resources/${id}`);
    contents.attachments[id] = [filename, sha256(await device.download(id))];
  }
  return contents;
}

async function addNote(
  /** @type {Device} */ device,
  /** @type {Contents} */ contents,
  /** @type {string} */ id,
  /** @type {boolean} */ trashed,
) {
  const { title, body, notebook_id, tags, created_at } = await call(device, 'GET', `/documents/${id}`);
  const { resources } = await call(device, 'GET', `/documents/${id}/resources`);
  const attachments = resources
    .map((/** @type {{ id: string, relation_type: string }} */ each) => [each.id, each.relation_type])
    .sort();
  contents.notes[id] = {
    ...{ title, body: sha256(body), notebook: notebook_id, tags: [...tags].sort() },
    ...{ trashed, attachments, created_at },
  };
  for (const { revision_id } of await device.pages(`/documents/${id}/revisions`, 'revisions')) {
    const revision = await call(device, 'GET', `/documents/${id}/revisions/${revision_id}`);
    contents.revisions[revision_id] = [
      ...[id, revision.title, revision.created_at, revision.origin],
      sha256(revision.body),
    ];
  }
}

/** @typedef {ReturnType<typeof copyReader>} Reader */

/**
 * Reads an archive without this program, and returns its contents from the written files.
 * @param {Reader} reader
 * @param {string} archive
 * @param {string} out
 * @param {readonly string[]} flags
 * @returns {Contents}
 */
function readArchive(reader, archive, out, flags = []) {
  const { status, stderr } = reader([archive, out, '--json', ...flags]);
  if (status !== 0) throw new Error(`The reader exited with ${status}: ${stderr}`);
  const library = JSON.parse(readFileSync(join(out, 'library.json'), 'utf8'));
  const read = (/** @type {string} */ file) => readFileSync(join(out, file));
  /** @type {Contents} */
  const contents = { notes: {}, revisions: {}, notebooks: {}, tags: {}, searches: {}, attachments: {} };
  contents.notebooks = library.notebooks;
  contents.searches = library.searches;
  for (const name of library.tags) contents.tags[name] = true;
  for (const [id, { filename, file }] of Object.entries(library.attachments))
    contents.attachments[id] = [filename, sha256(read(file))];
  for (const { id, title, body, notebook, tags, trashed, file, created_at, ...note } of library.notes) {
    const attachments = note.attachments.map((/** @type {{ attachment: string, relation: string }} */ each) => [
      each.attachment,
      each.relation,
    ]);
    const text = stripFrontMatter(join(out, file), body);
    contents.notes[id] = {
      ...{ title, body: text === null ? null : sha256(text), notebook, tags, trashed },
      ...{ attachments: attachments.sort(), created_at },
    };
    for (const revision of note.revisions)
      contents.revisions[revision.id] = [
        ...[id, revision.title, revision.created_at, revision.origin],
        revision.file === file ? sha256(body) : sha256(read(revision.file)),
      ];
  }
  return contents;
}

/** Returns the differences between two states of a library. */
function compare(/** @type {Contents} */ found, /** @type {Contents} */ expected) {
  const faults = [];
  for (const kind of /** @type {(keyof Contents)[]} */ (Object.keys(expected)))
    for (const id of new Set([...Object.keys(expected[kind]), ...Object.keys(found[kind])]))
      if (!isDeepStrictEqual(found[kind][id], expected[kind][id]))
        faults.push(
          `${kind}: ${id} is ${JSON.stringify(found[kind][id])} instead of ${JSON.stringify(expected[kind][id])}`,
        );
  return faults;
}

const exportTo = (
  /** @type {Device} */ { dataDir },
  /** @type {string} */ archive,
  /** @type {string[]} */ ...flags
) => {
  const { status, stderr } = command(['--data-dir', dataDir, 'archive', 'export', archive, ...flags])();
  if (status !== 0) throw new Error(`archive export exited with ${status}: ${stderr}`);
  return JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8')).commit_sha256;
};

/**
 * Flips single bits of a new archive, of which every file is read. The reader must refuse each time, and write nothing.
 * @param {Reader} reader
 * @param {string} archive
 * @param {string} folder
 * @param {number} count
 * @param {() => number} random
 */
function checkFlippedBits(reader, archive, folder, count, random) {
  const faults = [];
  const files = listFiles(archive).filter((file) => statSync(join(archive, file)).size > 0);
  for (let n = 1; n <= count; n += 1) {
    const [damaged, out] = [join(folder, 'damaged'), join(folder, 'refused')];
    cpSync(archive, damaged, { recursive: true });
    const file = files[Math.floor(random() * files.length)] ?? '';
    damageFile(join(damaged, file), 'altered', random);
    const { status } = reader([damaged, out]);
    if (status !== 1 || existsSync(out))
      faults.push(`a bit of ${file} was flipped, and the reader exited with ${status}`);
    for (const each of [damaged, out]) rmSync(each, { recursive: true, force: true });
  }
  return faults;
}

/**
 * Exports a library as a plain and as a compressed archive after each round of random changes, reads both, and compares
 * everything with the library. An earlier export is read again from the same folder.
 *
 * @param {string} folder empty
 * @param {import('./readers.mjs').Amounts} amounts
 * @returns {Promise<import('./readers.mjs').Found>}
 */
export async function checkArchiveReader(folder, { rounds, changes, seed, damages }) {
  const device = new RecordingDevice(folder, 'archived', '');
  const [plain, small] = [join(folder, 'plain'), join(folder, 'small')];
  const reader = copyReader('archive-manifest', 'read_archive.py', folder);
  const life = new Life(seed);
  const random = createRandom(seed);
  const faults = [];
  /** @type {{ commit: string, contents: Contents } | undefined} */
  let earlier;
  const counts = {
    'readings of an archive': 0,
    'archived notes': 0,
    revisions: 0,
    attachments: 0,
    'flipped bits of an archive': 0,
  };
  try {
    await device.start();
    await prepareLibrary(device);
    for (let round = 1; round <= rounds; round += 1) {
      await life.act(device, changes);
      const contents = await readOverApi(device);
      const commit = exportTo(device, plain);
      exportTo(device, small, '--compress', 'deflate');
      const readings = [
        { name: 'plain', expected: contents, found: readArchive(reader, plain, join(folder, `plain ${round}`)) },
        { name: 'compressed', expected: contents, found: readArchive(reader, small, join(folder, `small ${round}`)) },
      ];
      if (earlier !== undefined) {
        const found = readArchive(reader, plain, join(folder, `earlier ${round}`), ['--commit', earlier.commit]);
        readings.push({ name: 'earlier', expected: earlier.contents, found });
      }
      for (const { name, expected, found } of readings) {
        const different = compare(found, expected);
        faults.push(...different.map((fault) => `${name} archive, round ${round}: ${fault}`));
        console.log(
          `${name} archive, round ${round}: ${Object.keys(found.notes).length} notes; ${different.length} differences`,
        );
      }
      earlier = { commit, contents };
      counts['readings of an archive'] += readings.length;
      for (const { found } of readings) {
        counts['archived notes'] += Object.keys(found.notes).length;
        counts.revisions += Object.keys(found.revisions).length;
        counts.attachments += Object.keys(found.attachments).length;
      }
    }
    for (const [name, flags] of /** @type {[string, string[]][]} */ ([
      ['whole', []],
      ['whole compressed', ['--compress', 'deflate']],
    ])) {
      const whole = join(folder, name);
      exportTo(device, whole, ...flags);
      faults.push(...checkFlippedBits(reader, whole, folder, damages, random));
      counts['flipped bits of an archive'] += damages;
    }
    return { faults, counts };
  } finally {
    await device.stop('SIGKILL');
  }
}
