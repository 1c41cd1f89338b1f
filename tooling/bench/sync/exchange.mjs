// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerOf, notes, resticAt, timed } from '../archive/commands.mjs';
import { changeSome, makeFiles } from '../archive/files.mjs';

const EDIT = fileURLToPath(new URL('edit.mjs', import.meta.url));

/** @typedef {{ name: string, own: number, limit: number | undefined }} Row seconds */

/**
 * Two devices that exchange over a folder, beside restic with a repository in a folder: both seal what they write. What
 * both have changed is beside the same number of notes that only one has.
 * @param {{ notes: number, megabytes: number, concurrent: number, say: (line: string) => void }} asked
 */
export function measureExchange({ notes: count, megabytes, concurrent, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-sync-bench-'));
  try {
    say(`${count} notes and ${megabytes} MB of attachments`);
    const files = makeFiles({ folder: join(scratch, 'files'), notes: count, megabytes, corpus: undefined });
    const carrier = join(scratch, 'carrier');
    mkdirSync(carrier);
    const desk = device(join(scratch, 'desk'), carrier);
    const phone = device(join(scratch, 'phone'), carrier);
    const restic = resticAt(join(scratch, 'restic'), say);
    /** @type {Row[]} */
    const rows = [];
    const row = (/** @type {string} */ name, /** @type {number} */ own, /** @type {number | undefined} */ limit) => {
      rows.push({ name, own, limit });
      say(`${name}: ${own.toFixed(2)} s beside ${limit?.toFixed(2) ?? '–'} s`);
      timed('sync', []);
    };

    notes(...desk.at, 'import', 'markdown', files.folder, '--quiet');
    row('begin', desk.sync('init', 'desk'), undefined);
    row('send all', desk.sync('run'), restic?.('backup', files.folder));
    pair(desk, phone);
    row('take all', phone.sync('run'), restic?.('restore', 'latest', '--target', join(scratch, 'restored')));
    desk.sync('run');

    desk.edit({ from: 0, count: 1, at: 'end' });
    changeSome({ ...files, notes: 1 });
    row('send one edit', desk.sync('run'), restic?.('backup', files.folder));
    row('take one edit', phone.sync('run'), undefined);

    desk.edit({ from: concurrent, count: concurrent, at: 'end' });
    desk.sync('run');
    const plain = phone.sync('run');
    desk.edit({ from: 0, count: concurrent, at: 'end' });
    phone.edit({ from: 0, count: concurrent, at: 'start' });
    desk.sync('run');
    row('merge both edits', phone.sync('run'), plain);
    if (phone.conflicts() > 0) throw new Error('changes far apart became a conflict');
    return { lines: table(rows), missed: 0 };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @typedef {{ from: number, count: number, at: 'start' | 'end' }} Edit which notes, by their ids in order, get a line where */
/** @typedef {ReturnType<typeof device>} Device */

/** A data directory that exchanges at a folder. */
function device(/** @type {string} */ dataDir, /** @type {string} */ carrier) {
  const config = `${dataDir}.toml`;
  writeFileSync(config, `[sync]\ntarget = "directory"\n[sync.directory]\npath = ${JSON.stringify(carrier)}\n`);
  const at = ['--data-dir', dataDir, '--config', config];
  return {
    at,
    sync: (/** @type {string[]} */ ...words) => notes(...at, 'sync', ...words, '--quiet'),
    edit: (/** @type {Edit} */ edit) =>
      timed(process.execPath, [EDIT, dataDir, String(edit.from), String(edit.count), edit.at]),
    invite: () => /** @type {string} */ (answerOf(...at, 'sync', 'invite').invitations[0].code),
    conflicts: () => /** @type {number} */ (answerOf(...at, 'sync', 'conflicts').conflicts.length),
  };
}

/** The second asks, the first lets it in, the second learns so. */
function pair(/** @type {Device} */ inviter, /** @type {Device} */ joiner) {
  const code = inviter.invite();
  joiner.sync('pair', code, 'phone');
  inviter.sync('run');
  joiner.sync('pair', code, 'phone');
}

function table(/** @type {readonly Row[]} */ rows) {
  const cell = (/** @type {number | undefined} */ value) => (value?.toFixed(2) ?? '').padStart(8);
  const lines = rows.map(({ name, own, limit }) => {
    const ratio = limit === undefined ? undefined : own / limit;
    return `${name.padEnd(18)}${[own, limit, ratio].map(cell).join('')}`;
  });
  return ['                     notes   limit   ratio', ...lines];
}
