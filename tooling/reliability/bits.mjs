// @ts-check
/**
 * Flips every single bit of two small archives, one of packs and one of single files, one at a time: `verify` reports a
 * fault each time. For one bit of each byte a restore is tried, which fails and leaves nothing behind. A sample of the
 * bits is tested with the built command too.
 * With --large, as many random bits of an archive of 400 notes are flipped too.
 * Usage: node bits.mjs [--every 1] [--sampled 4] [--large 0] [--seed 1] [--part 1/1]   each nth bit of a file; bits per
 *        file for the built command; share of the bits of the small archives
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { choosePoints, command } from './command.mjs';
import { parsePart, selectPart } from './part.mjs';

const LARGE_NOTES = 400;

/** @typedef {{ archive: string, path: string, target: string }} Place file of an archive, and a path that must not be created */
/**
 * @typedef {(place: Place, bit: number) => Promise<string[]> | string[]} Look
 *   returns the faults in the handling of an archive with this bit flipped
 */

const { invoke } = await import(pathToFileURL(join(root, 'packages/operations/dist/index.js')).href);
/** Context of a call; these operations need no library. */
const context = { origin: 'cli', now: Date.now };

function runOrThrow(/** @type {readonly string[]} */ words) {
  const { status, stderr } = command(words)();
  if (status !== 0) throw new Error(stderr);
}

/** Makes notes with a link, a task, a tag and two attachments: an object for each kind of record. */
function writeNotes(/** @type {string} */ folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'lamp.txt'), 'a lamp');
  writeFileSync(join(folder, 'kettle.txt'), 'a kettle');
  writeFileSync(join(folder, 'Lamp.md'), '---\ntags: [room]\n---\n# Lamp\n\n[[Kettle]] ![](lamp.txt)\n');
  writeFileSync(join(folder, 'Kettle.md'), '# Kettle\n\n- [ ] boil\n\n![](kettle.txt)\n');
}

const restore = (/** @type {Place} */ { archive, target }) =>
  invoke('restoreArchive', context, { directory: archive, into_dir: target });

/** Returns the faults in the handling of an archive with this bit flipped. */
async function checkHandling(/** @type {Place} */ place, /** @type {number} */ bit) {
  const wrong = [];
  const report = await invoke('verifyArchive', context, { directory: place.archive, level: 3 });
  if (report.ok || report.problems.length === 0) wrong.push('verify finds no problem');
  // Restores are tried with another bit of each byte.
  if ((bit >> 3) % 8 !== (bit & 7)) return wrong;
  const { restored } = await restore(place);
  if (restored || existsSync(place.target)) wrong.push('the archive was restored');
  return wrong;
}

/** @type {Look} */
function checkHandlingByCommand({ archive, target }) {
  const wrong = [];
  const verified = command(['archive', 'verify', archive, '--level', '3'])();
  if (verified.status === 0 || !/"code": ?"archive_/.test(verified.stdout + verified.stderr))
    wrong.push(`the command verify exits with ${verified.status} and names no fault`);
  const restored = command(['archive', 'restore', archive, '--into-dir', target])();
  if (restored.status === 0 || existsSync(target)) wrong.push(`the command restore exits with ${restored.status}`);
  return wrong;
}

/** Checks an archive while one bit of a file is flipped, for each of some bits. */
async function checkFlippedBits(
  /** @type {Place} */ place,
  /** @type {Iterable<number>} */ bits,
  /** @type {Look} */ look,
) {
  const file = join(place.archive, place.path);
  const bytes = readFileSync(file);
  const handle = openSync(file, 'r+');
  const broken = [];
  try {
    for (const bit of bits) {
      const [at, byte] = [bit >> 3, /** @type {number} */ (bytes[bit >> 3])];
      writeSync(handle, Buffer.of(byte ^ (1 << (bit & 7))), 0, 1, at);
      const wrong = await look(place, bit);
      broken.push(...wrong.map((each) => `${place.path}, bit ${bit & 7} of byte ${at}: ${each}`));
      writeSync(handle, Buffer.of(byte), 0, 1, at);
    }
  } finally {
    closeSync(handle);
  }
  return broken;
}

/** Checks that an intact archive is found intact; otherwise the other checks prove nothing. */
async function checkSound(/** @type {Place} */ place) {
  const report = await invoke('verifyArchive', context, { directory: place.archive, level: 3 });
  const { restored } = await restore(place);
  rmSync(place.target, { recursive: true, force: true });
  return report.ok && restored ? [] : ['the unchanged archive does not verify and restore'];
}

async function checkAllFlippedBits(
  /** @type {string} */ archive,
  /** @type {string} */ target,
  /** @type {{ every: number, sampled: number, part: import('./part.mjs').Part }} */ { every, sampled, part },
) {
  const names = readdirSync(archive, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => statSync(join(archive, name)).isFile()).sort();
  const broken = [];
  let count = 0;
  for (const path of paths) {
    const place = { archive, path, target };
    const total = statSync(join(archive, path)).size * 8;
    const bits = selectPart(
      Array.from({ length: Math.ceil(total / every) }, (_, n) => n * every),
      part,
    );
    const chosen = choosePoints(bits.length, sampled).map((nth) => /** @type {number} */ (bits[nth - 1]));
    broken.push(
      ...(await checkFlippedBits(place, bits, checkHandling)),
      ...(await checkFlippedBits(place, chosen, checkHandlingByCommand)),
    );
    count += bits.length;
  }
  broken.push(...(await checkSound({ archive, path: '', target })));
  return { broken, files: paths.length, count };
}

/** Flips random bits of an archive of many notes. */
async function checkLargeArchive(
  /** @type {(name: string) => string} */ at,
  /** @type {{ bits: number, seed: number }} */ { bits, seed },
) {
  mkdirSync(at('many'));
  for (let n = 0; n < LARGE_NOTES; n += 1)
    writeFileSync(at(`many/${n}.md`), `# Note ${n}\n\n${`word ${n} `.repeat(200)}\n\n[[Note ${n + 1}]]\n`);
  runOrThrow(['--data-dir', at('large-data'), 'import', 'markdown', at('many')]);
  runOrThrow(['--data-dir', at('large-data'), 'archive', 'export', at('large')]);
  const random = createRandom(seed);
  const names = readdirSync(at('large'), { recursive: true, encoding: 'utf8' });
  const files = names.map((path) => ({ path, size: statSync(join(at('large'), path)).size }));
  const chosen = files.filter(({ path }) => statSync(join(at('large'), path)).isFile());
  const total = chosen.reduce((sum, { size }) => sum + size, 0);
  const broken = [];
  for (let n = 0; n < bits; n += 1) {
    let byte = Math.floor(random() * total);
    const file = chosen.find(({ size }) => {
      if (byte < size) return true;
      byte -= size;
      return false;
    });
    const place = { archive: at('large'), path: file?.path ?? '', target: at('restored') };
    broken.push(...(await checkFlippedBits(place, [byte * 8 + Math.floor(random() * 8)], checkHandling)));
  }
  console.log(`large: ${bits} bits of ${chosen.length} files; ${broken.length} faults`);
  return broken;
}

async function main() {
  const { values } = parseArgs({
    options: {
      every: { type: 'string', default: '1' },
      sampled: { type: 'string', default: '4' },
      large: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      part: { type: 'string' },
    },
  });
  const part = parsePart(values.part);
  const folder = mkdtempSync(join(tmpdir(), 'notes-bits-'));
  const at = (/** @type {string} */ name) => join(folder, name);
  const broken = [];
  const bits = Number(values.large);
  let count = bits;
  try {
    if (bits > 0) broken.push(...(await checkLargeArchive(at, { bits, seed: Number(values.seed) })));
    writeNotes(at('notes'));
    const notes = ['--data-dir', at('data')];
    runOrThrow([...notes, 'import', 'markdown', at('notes')]);
    for (const layout of ['auto', 'fanout']) {
      const began = performance.now();
      runOrThrow([...notes, 'archive', 'export', at(layout), '--layout', layout]);
      const numbers = { every: Number(values.every), sampled: Number(values.sampled), part };
      const found = await checkAllFlippedBits(at(layout), at('restored'), numbers);
      const seconds = Math.round((performance.now() - began) / 1_000);
      console.log(
        `${layout}: ${found.count} bits of ${found.files} files in ${seconds} s; ${found.broken.length} faults`,
      );
      broken.push(...found.broken);
      count += found.count;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const fault of broken.slice(0, 20)) console.error(fault);
  reportCounts({ 'flipped bits': count });
  console.log(broken.length === 0 ? 'passed: every flipped bit was found, and nothing was restored' : 'FAILED');
  return broken.length === 0 ? 0 : 1;
}

process.exitCode = await main();
