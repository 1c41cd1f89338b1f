// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { createFolderGroup } from '../reliability/devices/device-group.mjs';
import { Life } from '../reliability/devices/life.mjs';
import { root } from '../run/workspace.mjs';

const READER = join(root, 'packages/sync-protocol/reader/read_carrier.py');
const DEVICES = 3;
const MAX_EXCHANGES = 10;

/** @typedef {import('../reliability/devices/device.mjs').Device} Device */
/** @typedef {{ id: string, title: string, body: string, notebook: string, tags: string[], trashed: boolean, set_aside: object[] }} ReadNote */

/** Synchronises until all devices have the same library. */
async function converge(/** @type {readonly Device[]} */ devices) {
  for (let n = 0; n < MAX_EXCHANGES; n += 1) {
    for (const device of devices) await device.sync();
    const [first, ...others] = await Promise.all(devices.map((device) => device.view()));
    if (first !== undefined && others.every((view) => isDeepStrictEqual(view, first))) return first;
    await sleep(500);
  }
  throw new Error('The devices have different libraries.');
}

/**
 * Reads the folder as a person without this program would.
 * @param {string} carrier
 * @param {string} code
 * @param {string} out
 * @param {readonly string[]} flags of Python; -S hides installed packages
 */
function readCarrier(carrier, code, out, flags) {
  const { status, stderr } = spawnSync('python3', [...flags, READER, carrier, out, '--json'], {
    input: `${code}\n`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The reader exited with ${status}: ${stderr}`);
  return /** @type {{ notes: ReadNote[], notebooks: Record<string, [string, string | null]>, attachments: object }} */ (
    JSON.parse(readFileSync(join(out, 'library.json'), 'utf8'))
  );
}

/** Returns the differences between a library as read from the folder and as a device shows it. */
function compare(
  /** @type {ReturnType<typeof readCarrier>} */ read,
  /** @type {Awaited<ReturnType<Device['view']>>} */ view,
) {
  const faults = [];
  const byId = new Map(read.notes.map((note) => [note.id, note]));
  const notebooks = new Set(view.notebooks.map(({ notebook_id }) => notebook_id));
  for (const { id, title, body, notebook_id, tags, trashed } of view.notes) {
    const found = byId.get(id);
    byId.delete(id);
    if (found === undefined) faults.push(`${id} (${title}) is missing`);
    else if (!isDeepStrictEqual([found.title, found.body, found.trashed], [title, body, trashed]))
      faults.push(`${id} differs: ${JSON.stringify(found)} instead of ${JSON.stringify({ title, body, trashed })}`);
    else if (found.notebook !== notebook_id) faults.push(`${id} is in ${found.notebook} instead of ${notebook_id}`);
    else if (!isDeepStrictEqual(found.tags, [...tags].sort()))
      faults.push(`${id} has the tags ${found.tags} instead of ${tags}`);
  }
  faults.push(...[...byId.values()].map(({ id, title }) => `${id} (${title}) is in no library`));
  for (const { notebook_id, name, parent_notebook_id } of view.notebooks) {
    const found = read.notebooks[notebook_id];
    if (!isDeepStrictEqual(found, [name, parent_notebook_id]))
      faults.push(
        `notebook ${notebook_id} is ${JSON.stringify(found)} instead of ${JSON.stringify([name, parent_notebook_id])}`,
      );
  }
  for (const id of Object.keys(read.notebooks)) if (!notebooks.has(id)) faults.push(`notebook ${id} is in no library`);
  const aside = read.notes.flatMap((note) => note.set_aside).length;
  const open = view.conflicts.filter(({ kind }) => kind.startsWith('document_')).length;
  if (aside !== open) faults.push(`${aside} texts are set aside instead of ${open}`);
  return faults;
}

/**
 * Reads a sync folder with the recovery code, and compares every note with the library of a device. Devices change the
 * same notes before, so that there are merges, conflicts, a Trash and names that collide.
 *
 * @param {string} folder empty
 * @param {import('./readers.mjs').Amounts} amounts
 * @returns {Promise<import('./readers.mjs').Found>}
 */
export async function checkSyncReader(folder, { rounds, changes, seed }) {
  /** @type {Device[]} */
  let devices = [];
  try {
    mkdirSync(join(folder, 'carrier'));
    const group = await createFolderGroup(folder, DEVICES);
    devices = group.devices;
    const [carrier = ''] = group.carried;
    const life = new Life(seed);
    const random = createRandom(seed);
    const faults = [];
    let [notes, conflicts] = [0, 0];
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all(devices.map((device) => life.act(device, changes)));
      for (const device of devices) if (random() < 0.5) await device.sync();
      const view = await converge(devices);
      // Every other time without installed packages, with the cryptography of the reader itself.
      const flags = round % 2 === 0 ? ['-S'] : [];
      const found = compare(readCarrier(carrier, group.recoveryCode, join(folder, `out ${round}`), flags), view);
      notes = view.notes.length;
      conflicts += view.conflicts.length;
      faults.push(...found.map((fault) => `sync folder, round ${round}: ${fault}`));
      console.log(
        `sync folder, round ${round}: ${notes} notes, ${view.conflicts.length} conflicts; ${found.length} differences`,
      );
    }
    const wrong = spawnSync('python3', [READER, carrier, join(folder, 'wrong')], {
      input: `${group.recoveryCode.slice(0, -1)}${group.recoveryCode.endsWith('0') ? '1' : '0'}\n`,
    });
    if (wrong.status !== 1) faults.push(`a mistyped code was answered with ${wrong.status}`);
    return { faults, counts: { 'readings of a sync folder': rounds, notes, conflicts } };
  } finally {
    for (const device of devices) await device.stop('SIGKILL');
  }
}
