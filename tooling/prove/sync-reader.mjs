// @ts-check
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { command } from '../reliability/command.mjs';
import { createFolderGroup } from '../reliability/devices/device-group.mjs';
import { Life } from '../reliability/devices/life.mjs';
import { copyReader, damageFile, listFiles, NOTEBOOKS, stripFrontMatter, TITLES } from './reader-folder.mjs';

const DEVICES = 3;
const MAX_EXCHANGES = 10;
/** Number of rounds after which the folder is compacted again. */
const COMPACT_EVERY = 10;
/** Round after which artifacts are damaged: the first after a checkpoint, while the folder is small. */
const DAMAGED_ROUND = 2;
const CLASSES = ['members', 'ops', 'acks', 'blobs', 'snapshots', 'recovery'];
/** Ids of attachments in texts. */
const EMBEDDED = /resource:\/\/default\/resources\/(res_[a-z0-9_]+)/g;

/** @typedef {import('../reliability/devices/device.mjs').Device} Device */
/** @typedef {{ title: string, body: string, file: string }} Text */
/** @typedef {Text & { id: string, notebook: string, tags: string[], trashed: boolean, set_aside: Text[] }} ReadNote */
/** @typedef {{ notes: ReadNote[], notebooks: Record<string, [string, string | null]>, attachments: Record<string, { filename: string, file: string }> }} ReadLibrary */
/** @typedef {Awaited<ReturnType<Device['view']>>} View */

/** Synchronises until all devices have the same library. */
async function converge(/** @type {readonly Device[]} */ devices) {
  /** @type {View[]} */
  let views = [];
  for (let n = 0; n < MAX_EXCHANGES; n += 1) {
    for (const device of devices) await device.sync();
    views = await Promise.all(devices.map((device) => device.view()));
    const [first, ...others] = views;
    if (first !== undefined && others.every((view) => isDeepStrictEqual(view, first))) return first;
    await sleep(500);
  }
  throw new Error(`The devices have different libraries:\n${describeDifferences(views).join('\n')}`);
}

/** Returns a line for each device and kind of record with those that not all devices have. */
function describeDifferences(/** @type {readonly View[]} */ views) {
  const kinds = /** @type {(keyof View)[]} */ (Object.keys(views[0] ?? {}));
  return kinds.flatMap((kind) => {
    /** @type {string[][]} */
    const records = views.map((view) => view[kind].map((/** @type {unknown} */ each) => JSON.stringify(each)));
    return records.map((own, device) => {
      const ofSome = own.filter((each) => !records.every((of) => of.includes(each)));
      return `${kind} of device ${device + 1}: ${ofSome.map((each) => each.slice(0, 400)).join(', ') || 'no others'}`;
    });
  });
}

/** Makes notes and notebooks with names that are no file names, or the same one. */
async function prepareLibrary(/** @type {Device} */ device) {
  const post = async (/** @type {string} */ path, /** @type {object} */ body) => {
    const { status, value } = await device.ask('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(value)}`);
    return value;
  };
  for (const title of TITLES) await post('/documents', { title, body: `Text of ${title}\n` });
  await post('/documents', { title: 'Long', body: 'A long day. '.repeat(30_000) });
  for (const name of [...NOTEBOOKS, 'library.json', 'A']) {
    const { notebook_id } = await post('/notebooks', { name });
    await post('/documents', { title: 'Plan', body: 'In a notebook\r\nwith CRLF\r\n', notebook_id });
    const inner = await post('/notebooks', { name: 'Plan.md', parent_notebook_id: notebook_id });
    await post('/documents', { title: name, body: '', notebook_id: inner.notebook_id });
  }
  /** @type {string | undefined} */
  let parent;
  for (let n = 0; n < 25; n += 1)
    parent = (
      await post('/notebooks', { name: `${'深'.repeat(60)}${n}`, ...(parent && { parent_notebook_id: parent }) })
    ).notebook_id;
  await post('/documents', { title: 'Deep', body: 'Below 25 notebooks', notebook_id: parent });
}

/** Writes a checkpoint, waits until all devices have verified it, and removes what it replaces from the folder. */
async function compactFolder(/** @type {readonly Device[]} */ devices) {
  await devices[0]?.sync('snapshot');
  for (let n = 0; n < 3; n += 1) for (const device of devices) await device.sync();
  for (const { dataDir } of devices) {
    const apply = ['--data-dir', dataDir, 'sync', 'retention', 'apply'];
    const planned = command([...apply, '--dry-run'])();
    const { confirmation } = JSON.parse(planned.stdout);
    if (confirmation === null) continue;
    const { status, stderr } = command([...apply, '--yes', '--confirm', confirmation])();
    if (status !== 0) throw new Error(`sync retention apply exited with ${status}: ${stderr}`);
  }
  for (const device of devices) await device.sync();
}

/** Returns true when the first segment of a device was removed from the folder. */
function isCompacted(/** @type {string} */ carrier) {
  const segments = listFiles(carrier).filter((file) => file.split('/')[2] === 'ops');
  const firsts = segments.filter((file) => Number.parseInt(basename(file), 16) === 1);
  return firsts.length < new Set(segments.map((file) => file.split('/')[1])).size;
}

/** Returns the differences between a library as read from the folder and as a device shows it. */
async function compare(
  /** @type {string} */ out,
  /** @type {ReadLibrary} */ read,
  /** @type {View} */ view,
  /** @type {Device} */ device,
) {
  return [
    ...compareNotes(out, read, view),
    ...compareNotebooks(read, view),
    ...(await compareAttachments(out, read, view, device)),
    ...compareFiles(out, read),
  ];
}

function compareNotes(/** @type {string} */ out, /** @type {ReadLibrary} */ read, /** @type {View} */ view) {
  const faults = [];
  const byId = new Map(read.notes.map((note) => [note.id, note]));
  for (const { id, title, body, notebook_id, tags, trashed } of view.notes) {
    const found = byId.get(id);
    byId.delete(id);
    if (found === undefined) faults.push(`${id} (${title}) is missing`);
    else if (!isDeepStrictEqual([found.title, found.body, found.trashed], [title, body, trashed]))
      faults.push(`${id} differs: ${JSON.stringify(found)} instead of ${JSON.stringify({ title, body, trashed })}`);
    else if (stripFrontMatter(join(out, found.file), body) === null) faults.push(`${found.file} has another text`);
    else if (found.notebook !== notebook_id) faults.push(`${id} is in ${found.notebook} instead of ${notebook_id}`);
    else if (found.file.startsWith('Trash/') !== trashed) faults.push(`${id} is in the file ${found.file}`);
    else if (!isDeepStrictEqual(found.tags, [...tags].sort()))
      faults.push(`${id} has the tags ${found.tags} instead of ${tags}`);
  }
  faults.push(...[...byId.values()].map(({ id, title }) => `${id} (${title}) is in no library`));
  const aside = read.notes.flatMap((note) => note.set_aside);
  const open = view.conflicts.filter(({ kind }) => kind.startsWith('document_'));
  if (aside.length !== open.length) faults.push(`${aside.length} texts are set aside instead of ${open.length}`);
  for (const { title, body, file } of aside) {
    if (stripFrontMatter(join(out, file), body) === null) faults.push(`${file} has another text`);
    if (!open.some(({ sides }) => sides.some((side) => side.endsWith(` ${title} ${body}`))))
      faults.push(`${file} has a text of no conflict`);
  }
  return faults;
}

function compareNotebooks(/** @type {ReadLibrary} */ read, /** @type {View} */ view) {
  const expected = new Map(view.notebooks.map(({ notebook_id, ...each }) => [notebook_id, each]));
  const faults = [...expected].flatMap(([id, { name, parent_notebook_id }]) =>
    isDeepStrictEqual(read.notebooks[id], [name, parent_notebook_id])
      ? []
      : `notebook ${id} is ${JSON.stringify(read.notebooks[id])} instead of ${JSON.stringify([name, parent_notebook_id])}`,
  );
  for (const id of Object.keys(read.notebooks)) if (!expected.has(id)) faults.push(`notebook ${id} is in no library`);
  return faults;
}

async function compareAttachments(
  /** @type {string} */ out,
  /** @type {ReadLibrary} */ read,
  /** @type {View} */ view,
  /** @type {Device} */ device,
) {
  const faults = [];
  for (const [id, { filename, file }] of Object.entries(read.attachments)) {
    const { value } = await device.ask('GET', `/resources/${id}`);
    if (value.filename !== filename || !(await device.download(id)).equals(readFileSync(join(out, file))))
      faults.push(`the attachment ${id} differs`);
  }
  for (const { title, body } of view.notes)
    for (const [, id = ''] of body.matchAll(EMBEDDED))
      if (read.attachments[id] === undefined) faults.push(`the attachment ${id} of ${title} is missing`);
  return faults;
}

/** Compares the written files with those that library.json names: each text and attachment is in a file of its own. */
function compareFiles(/** @type {string} */ out, /** @type {ReadLibrary} */ read) {
  const texts = read.notes.flatMap((note) => [note, ...note.set_aside]);
  const named = [...texts, ...Object.values(read.attachments)].map(({ file }) => file);
  const expected = [...named, 'library.json'].sort();
  return isDeepStrictEqual(listFiles(out), expected) ? [] : ['the written files are not those of the library'];
}

/**
 * Deletes and alters artifacts of each class, one at a time. The reader must name what was altered, and what is missing
 * unless it reads the same library without it.
 * @param {{ carrier: string, folder: string, whole: ReadLibrary, read: (carrier: string, out: string) => { status: number | null, stderr: string }, count: number, random: () => number }} given
 */
function checkDamage({ carrier, folder, whole, read, count, random }) {
  const faults = [];
  const counts = { 'deleted artifacts': 0, 'altered artifacts': 0 };
  const files = listFiles(carrier);
  for (const artifactClass of CLASSES) {
    const own = files.filter((file) => file.split('/')[2] === artifactClass);
    if (own.length === 0) faults.push(`the folder has no artifact of ${artifactClass}`);
    let noticed = 0;
    for (let n = 0; n < count * 2 && own.length > 0; n += 1) {
      const how = n % 2 === 0 ? 'deleted' : 'altered';
      const file = /** @type {string} */ (own[Math.floor(random() * own.length)]);
      const [copy, out] = [join(folder, 'damaged'), join(folder, 'read')];
      cpSync(carrier, copy, { recursive: true });
      damageFile(join(copy, file), how, random);
      const { status, stderr } = read(copy, out);
      const isNamed = status === 1 && stderr.includes(how === 'altered' ? basename(file) : 'Missing:');
      const isSame = status === 0 && how === 'deleted' && isDeepStrictEqual(readJson(out), whole);
      if (!isNamed && !isSame) {
        const difference = status === 0 ? describeDifference(readJson(out), whole) : stderr;
        faults.push(`${file} was ${how}, and the reader exited with ${status}: ${difference}`);
      }
      if (isNamed) noticed += 1;
      counts[`${how} artifacts`] += 1;
      for (const each of [copy, out]) rmSync(each, { recursive: true, force: true });
    }
    console.log(`sync folder: ${noticed} of ${2 * count} damaged artifacts of ${artifactClass} were named`);
  }
  return { faults, counts };
}

/** Returns the first line in which two libraries differ. */
function describeDifference(/** @type {ReadLibrary} */ read, /** @type {ReadLibrary} */ whole) {
  const [lines, expected] = [read, whole].map((each) => JSON.stringify(each, null, 1).split('\n'));
  const at = (lines ?? []).findIndex((line, n) => line !== expected?.[n]);
  return `it read ${lines?.[at]?.trim()} instead of ${expected?.[at]?.trim()}`;
}

/** @returns {ReadLibrary} */
const readJson = (/** @type {string} */ out) => JSON.parse(readFileSync(join(out, 'library.json'), 'utf8'));

/**
 * Reads a sync folder with the recovery code, and compares every written file with the library of a device. Devices
 * change the same notes before, so that there are merges, conflicts, a Trash and names that collide. In the first round, and
 * later again, a checkpoint replaces the earlier operations. After the second one artifacts are deleted and altered.
 *
 * @param {string} folder empty
 * @param {import('./readers.mjs').Amounts} amounts
 * @returns {Promise<import('./readers.mjs').Found>}
 */
export async function checkSyncReader(folder, { rounds, changes, seed, damages }) {
  /** @type {Device[]} */
  let devices = [];
  try {
    mkdirSync(join(folder, 'carrier'));
    const group = await createFolderGroup(folder, DEVICES);
    devices = group.devices;
    const [first] = devices;
    const [carrier = ''] = group.carried;
    const run = copyReader('sync-protocol', 'read_carrier.py', folder);
    // Every other time without installed packages, with the cryptography of the reader itself.
    let times = 0;
    const read = (/** @type {string} */ from, /** @type {string} */ out) => {
      times += 1;
      return run([from, out, '--json'], `${group.recoveryCode}\n`, times % 2 === 0 ? ['-S'] : []);
    };
    const life = new Life(seed);
    const random = createRandom(seed);
    const faults = [];
    const conflicts = new Set();
    if (first === undefined) throw new Error('The group has no device.');
    const counts = { 'readings of a sync folder': rounds, 'compared notes': 0, conflicts: 0 };
    /** @type {Record<string, number>} */
    let damageCounts = {};
    await prepareLibrary(first);
    // Retention keeps the last segment of each device, so there must be an earlier one.
    await converge(devices);
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all(devices.map((device) => life.act(device, changes)));
      for (const device of devices) if (random() < 0.5) await device.sync();
      if (round % COMPACT_EVERY === 1) await compactFolder(devices);
      const view = await converge(devices);
      const out = join(folder, `out ${round}`);
      const { status, stderr } = read(carrier, out);
      if (status !== 0 || stderr !== '') throw new Error(`The reader exited with ${status}: ${stderr}`);
      const found = await compare(out, readJson(out), view, first);
      counts['compared notes'] += view.notes.length;
      for (const { conflict_id } of view.conflicts) conflicts.add(conflict_id);
      faults.push(...found.map((fault) => `sync folder, round ${round}: ${fault}`));
      console.log(
        `sync folder, round ${round}: ${view.notes.length} notes, ${view.conflicts.length} open conflicts; ${found.length} differences`,
      );
      if (round === Math.min(DAMAGED_ROUND, rounds)) {
        if (!isCompacted(carrier)) faults.push('sync folder: the retention removed no segment');
        // The devices are running, and may add to the folder.
        const [still, all] = [join(folder, 'still'), join(folder, 'all')];
        cpSync(carrier, still, { recursive: true });
        read(still, all);
        const damage = checkDamage({
          ...{ carrier: still, folder, read, random },
          ...{ whole: readJson(all), count: damages },
        });
        faults.push(...damage.faults);
        damageCounts = damage.counts;
      }
      rmSync(out, { recursive: true });
    }
    const { recoveryCode: code } = group;
    const wrong = run([carrier, join(folder, 'wrong')], `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}\n`);
    if (wrong.status !== 1) faults.push(`a mistyped code was answered with ${wrong.status}`);
    counts.conflicts = conflicts.size;
    return { faults, counts: { ...counts, ...damageCounts } };
  } finally {
    for (const device of devices) await device.stop('SIGKILL');
  }
}
