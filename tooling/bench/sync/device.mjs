// @ts-check
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureNotesPeak, measureNotesUsage, runJson, timeCommand, timeNotes } from '../archive/commands.mjs';

const EDIT = fileURLToPath(new URL('edit.mjs', import.meta.url));

/** @typedef {{ from: number, count: number, at: 'start' | 'end' }} Edit which notes, by their ids in order, get a line where */
/** @typedef {ReturnType<typeof openDevice>} Device */

/** Data directory that synchronises through a folder. */
export function openDevice(/** @type {string} */ dataDir, /** @type {string} */ carrier) {
  const config = `${dataDir}.toml`;
  writeFileSync(config, `[sync]\ntarget = "directory"\n[sync.directory]\npath = ${JSON.stringify(carrier)}\n`);
  const at = ['--data-dir', dataDir, '--config', config];
  return {
    at,
    sync: (/** @type {string[]} */ ...words) => timeNotes(...at, 'sync', ...words, '--quiet'),
    /** Runs a sync command and returns its peak memory, in bytes. */
    peakOfSync: (/** @type {string[]} */ ...words) => measureNotesPeak(...at, 'sync', ...words, '--quiet'),
    /** Runs a sync command and returns its processor time of all threads, in seconds. */
    processorOfSync: (/** @type {string[]} */ ...words) =>
      measureNotesUsage(...at, 'sync', ...words, '--quiet').processorSeconds,
    edit: (/** @type {Edit} */ edit) =>
      timeCommand(process.execPath, [EDIT, dataDir, String(edit.from), String(edit.count), edit.at]),
    readText: (/** @type {string} */ id) => /** @type {string} */ (runJson(...at, 'cat', id).body),
    invite: () => /** @type {string} */ (runJson(...at, 'sync', 'invite').invitations[0].code),
    conflicts: () => /** @type {number} */ (runJson(...at, 'sync', 'conflicts').conflicts.length),
  };
}

/** Pairs the devices: the second asks, the first admits it, and the second learns of it. */
export function pairDevices(/** @type {Device} */ inviter, /** @type {Device} */ joiner) {
  const code = inviter.invite();
  joiner.sync('pair', code, 'phone');
  inviter.sync('run');
  joiner.sync('pair', code, 'phone');
}
