// @ts-check
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './command.mjs';
import { runOrThrow, Scene } from './commands/scene.mjs';
import { inspectLibrary } from './inspect.mjs';
import { readLibrary } from './read-library.mjs';

/** @typedef {import('./command.mjs').Command} Command */
/**
 * Command that changes the disk, with the state that it starts from. Everything it reads and writes is in one folder,
 * at the same path in every attempt.
 * @typedef {object} Work
 * @property {string} name
 * @property {boolean} isRepeatable true when the command continues interrupted work, and may be repeated also after it
 *   has ended. Any other command does all of its work or nothing
 * @property {() => void} begin puts the folder into the state before the command
 * @property {Command} run
 * @property {() => Promise<string[]>} inspect returns damage of the completed state
 * @property {() => Promise<string[]>} inspectInterrupted returns damage after an interruption
 * @property {() => Promise<string>} summarize describes the result of the completed command
 */

const NOTES = 24;
const RESOURCE_ID = /resource:\/\/default\/resources\/(\w+)/g;

const CONTENT = `SELECT d.title, r.body, n.name AS notebook, d.deleted_at IS NOT NULL AS trashed,
    (SELECT group_concat(name, ',') FROM (SELECT t.name FROM document_tags dt JOIN tags t ON t.pk = dt.tag_pk
      WHERE dt.document_pk = d.pk ORDER BY t.name)) AS tags
  FROM documents d JOIN revisions r ON r.pk = d.revision_pk JOIN notebooks n ON n.pk = d.notebook_pk
  WHERE n.id <> 'nb_help' ORDER BY d.title, r.body`;

/**
 * Describes the notes of a library without ids that differ between two runs of the same command.
 * @returns {Promise<string>} empty when there is no library
 */
export const summarizeLibrary = (/** @type {string} */ dataDir) =>
  readLibrary(dataDir, (database, digests) => {
    const notes = database.prepare(CONTENT).all();
    for (const note of notes)
      note.body = note.body.replace(RESOURCE_ID, (/** @type {string} */ _, /** @type {string} */ id) =>
        digests.get(id),
      );
    return JSON.stringify({ notes, attachments: [...digests.values()].sort() });
  });

/** Writes a folder of notes in two notebooks, with links, tags, tasks and attachments. */
export function writeNotes(/** @type {string} */ folder, /** @type {string} */ word) {
  for (let n = 0; n < NOTES; n += 1) {
    const notebook = join(folder, n % 2 === 0 ? 'even' : 'odd');
    mkdirSync(notebook, { recursive: true });
    writeFileSync(join(notebook, `${n}.bin`), `attachment ${n}`);
    const text = `${word} ${n} `.repeat(40 * (1 + (n % 5)));
    const body = `${text}\n\n[[Note ${n + 1}]] [[Note ${n - 1}]]\n\n- [ ] ${word}\n\n![](${n}.bin)\n`;
    writeFileSync(join(notebook, `Note ${n}.md`), `---\ntags: [all, tag-${word}]\n---\n${body}`);
  }
}

/** Returns damage of a library; a missing one has none, because a first command may have been interrupted. */
const inspect = async (/** @type {string} */ dataDir) =>
  existsSync(join(dataDir, 'notes.db')) ? (await inspectLibrary(dataDir)).faults : [];

/**
 * Prepares the works below a folder. Each starts from a copy of a state made once.
 * @param {string} scratch
 * @returns {Work[]}
 */
export function createWorks(scratch) {
  const scene = new Scene(scratch);
  const at = (/** @type {string} */ name) => scene.at(name);
  const on = (/** @type {string} */ device, /** @type {string[]} */ ...words) => scene.on(device, words);
  const exportTo = (/** @type {string} */ name) => on('desk', 'archive', 'export', at(name));
  const importNotes = on('desk', 'import', 'markdown', at('notes'), '--on-duplicate', 'update');

  for (const device of ['desk', 'phone']) scene.addDevice(device);
  writeNotes(at('notes'), 'old');
  scene.keep('empty');
  runOrThrow(importNotes);
  scene.pair('desk', 'phone');
  writeNotes(at('notes'), 'new');
  scene.keep('imported before');
  runOrThrow(importNotes);
  scene.keep('changed');
  runOrThrow(on('desk', 'sync', 'run'));
  scene.keep('sent');
  runOrThrow(exportTo('archive'));
  scene.keep('exported');

  const hasArchive = () => existsSync(join(at('archive'), 'manifest.json'));
  const verify = () => {
    const { status, stdout, stderr } = command(['archive', 'verify', at('archive'), '--level', '3'])();
    return status === 0 ? [] : [`the archive is broken: ${stdout}${stderr}`];
  };
  /** Lets the phone take what the desk sent, and describes its library. */
  const summarizePhone = async () => {
    runOrThrow(on('phone', 'sync', 'run'));
    return await summarizeLibrary(at('phone'));
  };
  const summarizeDesk = () => summarizeLibrary(at('desk'));
  return [
    { name: 'import', state: 'imported before', run: importNotes, device: 'desk', summarize: summarizeDesk },
    { name: 'first import', state: 'empty', run: importNotes, device: 'desk', summarize: summarizeDesk },
    { name: 'sending', state: 'changed', run: on('desk', 'sync', 'run'), device: 'desk', summarize: summarizePhone },
    {
      name: 'first take',
      state: 'sent',
      run: on('phone', 'sync', 'run'),
      device: 'phone',
      // A device knows of attachments before it has their bytes.
      isExpected: (/** @type {string} */ fault) => fault.endsWith('are missing'),
      summarize: summarizePhone,
    },
    {
      name: 'tag rename',
      state: 'changed',
      run: on('desk', 'tag', 'rename', 'all', 'every', '--apply', '--yes'),
      isRepeatable: false,
      device: 'desk',
      summarize: summarizeDesk,
    },
    {
      name: 'export',
      state: 'changed',
      run: exportTo('archive'),
      device: 'desk',
      inspectMore: () => (hasArchive() ? verify() : []),
      summarize: async () => (hasArchive() ? `whole ${verify().join('')}` : ''),
    },
    {
      name: 'restore',
      state: 'exported',
      run: command(['archive', 'restore', at('archive'), '--into-dir', at('restored')]),
      isRepeatable: false,
      device: 'restored',
      summarize: () => summarizeLibrary(at('restored')),
    },
  ].map(({ name, state, run, isRepeatable = true, device, inspectMore, isExpected, summarize }) => {
    const inspectAll = async () => [...(await inspect(at(device))), ...(inspectMore?.() ?? [])];
    return {
      name,
      isRepeatable,
      begin: () => scene.begin(state),
      run,
      inspect: inspectAll,
      inspectInterrupted: async () => (await inspectAll()).filter((fault) => !isExpected?.(fault)),
      summarize,
    };
  });
}

/** @typedef {{ before: string, after: string }} Results summaries before a work, and after it ended undisturbed */

/**
 * Runs a work undisturbed.
 * @param {Work} work
 * @returns {Promise<Results>}
 * @throws {Error} when the command fails or leaves damage
 */
export async function measureWork(work) {
  work.begin();
  const before = await work.summarize();
  work.begin();
  const { status, stderr } = work.run();
  const faults = await work.inspect();
  if (status !== 0 || faults.length > 0)
    throw new Error(`${work.name}: exited with ${status} undisturbed: ${stderr}${faults.join(', ')}`);
  return { before, after: await work.summarize() };
}

/**
 * Completes a work after an interruption: it left no damage, a command that is not repeatable did all or nothing, and
 * the repeated command has the result of an undisturbed run.
 * @param {Work} work
 * @param {Results} results
 * @returns {Promise<string[]>} faults
 */
export async function completeWork(work, { before, after }) {
  const faults = await work.inspectInterrupted();
  if (!work.isRepeatable) {
    const found = await work.summarize();
    if (found === after) return faults;
    if (found !== before) faults.push(`a part of the work was done: ${describeDifference(found, before)}`);
  }
  const again = work.run();
  if (again.status !== 0) return [...faults, `the repeated command exited with ${again.status}: ${again.stderr}`];
  faults.push(...(await work.inspect()));
  const found = await work.summarize();
  if (found !== after)
    faults.push(`the result differs from that of an undisturbed run: ${describeDifference(found, after)}`);
  return faults;
}

function describeDifference(/** @type {string} */ found, /** @type {string} */ expected) {
  const index = [...found].findIndex((character, n) => character !== expected[n]);
  return `${found.slice(Math.max(0, index - 60), index + 60)} instead of ${expected.slice(Math.max(0, index - 60), index + 60)}`;
}
