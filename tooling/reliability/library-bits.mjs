// @ts-check
/**
 * Flips random bits of a library file and its attachments, one at a time, half of them in titles, tags and names: `notes doctor --deep` reports each, or every
 * note, its title, notebook and tags, and every attachment are unchanged.
 * Usage: node library-bits.mjs [--bits 2000] [--seed 1]
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importFrom } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { command } from './command.mjs';
import { inspectLibrary } from './inspect.mjs';
import { readTree } from './read-tree.mjs';
import { summarizeLibrary, writeNotes } from './works.mjs';

/** A title, a tag and the name of a notebook. */
const NAMES = ['Note 7', 'tag-word', 'odd'];

/** Letters shown on both sides of a difference. */
const SHOWN_LETTERS = 60;

/** Reads everything that a person wrote; an error when a part cannot be read. */
async function readContent(/** @type {string} */ dataDir) {
  try {
    const { faults } = await inspectLibrary(dataDir);
    const lost = faults.filter((fault) => fault.includes('its bytes'));
    // Names of notebooks and tags are found without regard to case, so that a changed case is not detected.
    const { notes, attachments } = JSON.parse(await summarizeLibrary(dataDir));
    for (const note of notes) {
      note.notebook = note.notebook.toLowerCase();
      // Tags are listed in the order of their letters, which a changed case changes too.
      note.tags = note.tags?.toLowerCase().split(',').sort().join(',');
    }
    return JSON.stringify({ notes, attachments, lost });
  } catch (error) {
    return `unreadable: ${error}`;
  }
}

/** @returns {Promise<(dataDir: string) => Promise<boolean>>} tells whether the doctor finds a problem */
async function loadDoctor() {
  const { examine } = await importFrom('apps/server', '@notes/operations/doctor');
  const { loadConfig } = await importFrom('apps/server', '@notes/operations/config');
  return async (dataDir) => {
    const { values } = loadConfig({ dataDir }, {});
    try {
      const { checks } = await examine({ dataDir, values }, { deep: true, now: Date.now() });
      return checks.some((/** @type {{ status: string }} */ { status }) => status !== 'ok');
    } catch {
      return true;
    }
  };
}

async function main() {
  const { values } = parseArgs({
    options: { bits: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
  });
  const bits = Number(values.bits);
  const random = createRandom(Number(values.seed));
  const scratch = mkdtempSync(join(tmpdir(), 'notes-library-bits-'));
  const [dataDir, broken] = [join(scratch, 'data'), join(scratch, 'broken')];
  try {
    writeNotes(join(scratch, 'notes'), 'word');
    const { status, stderr } = command(['--data-dir', dataDir, 'import', 'markdown', join(scratch, 'notes')])();
    if (status !== 0) throw new Error(stderr);
    const findsProblem = await loadDoctor();
    const expected = await readContent(dataDir);
    if (await findsProblem(dataDir)) throw new Error('The doctor reports a problem of an intact library.');
    const files = [...readTree(dataDir)].flatMap(([path, bytes]) =>
      bytes !== undefined && bytes.length > 0 && /notes\.db$|\/blobs\//.test(path) ? [{ path, bytes }] : [],
    );
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const faults = [];
    const seen = { reported: 0, harmless: 0 };
    cpSync(dataDir, broken, { recursive: true });
    for (let n = 0; n < bits; n += 1) {
      const { file, index } = n % 2 === 0 ? chooseByte(files, total, random) : chooseName(files, random);
      const bit = Math.floor(random() * 8);
      const damaged = Buffer.from(file.bytes);
      damaged[index] = /** @type {number} */ (damaged[index]) ^ (1 << bit);
      const name = file.path.slice(dataDir.length);
      writeFileSync(join(broken, name), damaged);
      if (await findsProblem(broken)) seen.reported += 1;
      else {
        const change = describeChange(expected, await readContent(broken));
        if (change === undefined) seen.harmless += 1;
        else faults.push(`${name}, bit ${bit} of byte ${index}: the doctor reports nothing, but ${change}`);
      }
      restore(broken, name, file.bytes);
    }
    for (const fault of faults.slice(0, 20)) console.error(fault);
    console.log(
      `${bits} bits of ${files.length} files: ${seen.reported} reported, ${seen.harmless} without effect on a note`,
    );
    reportCounts({ 'flipped bits': bits, reported: seen.reported });
    const passed = faults.length === 0 && seen.reported > 0;
    console.log(passed ? 'passed: no flipped bit changed a note without a report' : 'FAILED');
    return passed ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Describes the first difference between two texts; undefined when they are equal. @returns {string | undefined} */
function describeChange(/** @type {string} */ expected, /** @type {string} */ found) {
  if (found === expected) return undefined;
  const at = [...expected].findIndex((letter, index) => letter !== found[index]);
  const from = Math.max(0, at - SHOWN_LETTERS);
  const show = (/** @type {string} */ text) => JSON.stringify(text.slice(from, at + SHOWN_LETTERS));
  return `${show(expected)} became ${show(found)}`;
}

/** @typedef {{ path: string, bytes: Buffer }} StoredFile */

function chooseByte(
  /** @type {readonly StoredFile[]} */ files,
  /** @type {number} */ total,
  /** @type {() => number} */ random,
) {
  let index = Math.floor(random() * total);
  for (const file of files) {
    if (index < file.bytes.length) return { file, index };
    index -= file.bytes.length;
  }
  throw new Error('The byte is in no file.');
}

/** Chooses a byte of a title, a tag or the name of a notebook, which are a small part of the file. */
function chooseName(/** @type {readonly StoredFile[]} */ files, /** @type {() => number} */ random) {
  const file = /** @type {StoredFile} */ (files.find(({ path }) => path.endsWith('notes.db')));
  const name = /** @type {string} */ (NAMES[Math.floor(random() * NAMES.length)]);
  const places = [];
  for (let at = file.bytes.indexOf(name); at >= 0; at = file.bytes.indexOf(name, at + 1)) places.push(at);
  const place = /** @type {number} */ (places[Math.floor(random() * places.length)]);
  return { file, index: place + Math.floor(random() * name.length) };
}

/** Restores a file, and removes what reading the library left beside it. */
function restore(/** @type {string} */ dataDir, /** @type {string} */ name, /** @type {Buffer} */ bytes) {
  for (const rest of ['-wal', '-shm']) rmSync(join(dataDir, `notes.db${rest}`), { force: true });
  writeFileSync(join(dataDir, name), bytes);
}

process.exitCode = await main();
