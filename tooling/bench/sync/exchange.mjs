// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRestic, timeCommand, timeNotes } from '../archive/commands.mjs';
import { changeSome, makeFiles } from '../archive/files.mjs';
import { openDevice, pairDevices } from './device.mjs';

/** @typedef {{ name: string, own: number, limit: number | undefined }} Row seconds */

/**
 * Compares two devices that synchronise through a folder with restic and a repository in a folder; both encrypt.
 * Changes of both devices come with the same number of changes of one device only.
 * @param {{ notes: number, megabytes: number, concurrent: number,
 *   corpus: import('../corpus.mjs').CorpusChoice, say: (line: string) => void }} asked
 */
export function measureExchange({ notes: count, megabytes, concurrent, corpus, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-sync-bench-'));
  try {
    say(`${count} notes and ${megabytes} MB of attachments`);
    const files = makeFiles({ folder: join(scratch, 'files'), notes: count, megabytes, corpus });
    const carrier = join(scratch, 'carrier');
    mkdirSync(carrier);
    const desk = openDevice(join(scratch, 'desk'), carrier);
    const phone = openDevice(join(scratch, 'phone'), carrier);
    const restic = openRestic(join(scratch, 'restic'), say);
    /** @type {Row[]} */
    const rows = [];
    const row = (/** @type {string} */ name, /** @type {number} */ own, /** @type {number | undefined} */ limit) => {
      rows.push({ name, own, limit });
      say(`${name}: ${own.toFixed(2)} s, limit ${limit?.toFixed(2) ?? '–'} s`);
      timeCommand('sync', []);
    };

    timeNotes(...desk.at, 'import', 'markdown', files.folder, '--quiet');
    row('set up', desk.sync('init', 'desk'), undefined);
    row('send all', desk.sync('run'), restic?.('backup', files.folder));
    pairDevices(desk, phone);
    row('receive all', phone.sync('run'), restic?.('restore', 'latest', '--target', join(scratch, 'restored')));
    desk.sync('run');

    desk.edit({ from: 0, count: 1, at: 'end' });
    changeSome({ ...files, notes: 1 });
    row('send one edit', desk.sync('run'), restic?.('backup', files.folder));
    row('receive one edit', phone.sync('run'), undefined);

    desk.edit({ from: concurrent, count: concurrent, at: 'end' });
    desk.sync('run');
    const plain = phone.sync('run');
    desk.edit({ from: 0, count: concurrent, at: 'end' });
    phone.edit({ from: 0, count: concurrent, at: 'start' });
    desk.sync('run');
    row('merge both edits', phone.sync('run'), plain);
    if (phone.conflicts() > 0) throw new Error('Edits of different lines became a conflict.');
    return { lines: formatTable(rows), missed: 0 };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function formatTable(/** @type {readonly Row[]} */ rows) {
  const cell = (/** @type {number | undefined} */ value) => (value?.toFixed(2) ?? '').padStart(8);
  const lines = rows.map(({ name, own, limit }) => {
    const ratio = limit === undefined ? undefined : own / limit;
    return `${name.padEnd(18)}${[own, limit, ratio].map(cell).join('')}`;
  });
  return ['                     notes   limit   ratio', ...lines];
}
