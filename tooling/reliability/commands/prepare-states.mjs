// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFrom } from '../../bench/packages.mjs';
import { killAt } from '../command.mjs';
import { runOrThrow } from './scene.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */
/** @typedef {Record<string, string>} Values ids and confirmations of the prepared states, by name */

const NOTES = 12;
const DAY_MS = 86_400_000;
const TTL_SECONDS = '86400';
const TEMPLATE = '```note-template\nprompt: who\n```\n\nFor {{who}}\n';
/** Calls of an import before it is killed, when it has a job and some of its notes. */
const CALLS_BEFORE_KILL = 200;

/** Writes notes in two notebooks, with links, tags, tasks and attachments. */
function writeNotes(/** @type {string} */ folder, /** @type {string} */ word, /** @type {number} */ first) {
  for (let n = first; n < first + NOTES; n += 1) {
    const notebook = join(folder, n % 2 === 0 ? 'even' : 'odd');
    mkdirSync(notebook, { recursive: true });
    writeFileSync(join(notebook, `${n}.bin`), `attachment ${n}`);
    const body = `${`${word} ${n} `.repeat(60)}\n\n[[Note ${n + 1}]]\n\n- [ ] ${word}\n\n![](${n}.bin)\n`;
    writeFileSync(join(notebook, `Note ${n}.md`), `---\ntags: [all, tag-${word}]\n---\n${body}`);
  }
}

/** Moves the creation of all revisions into the past, so that old ones may be deleted. */
async function ageRevisions(/** @type {string} */ dataDir) {
  const { openSqlite } = await importFrom('packages/storage', './dist/library/driver.js');
  const database = openSqlite(join(dataDir, 'notes.db'), { fileMustExist: true });
  database.prepare('UPDATE revisions SET created_at = created_at - ?').run(10 * DAY_MS);
  database.close();
}

/** Fills the library of `desk` with everything that a command can change. */
async function fillDesk(/** @type {Scene} */ scene, /** @type {Values} */ values) {
  const ask = (/** @type {string[]} */ ...words) => scene.ask('desk', ...words);
  const dryRun = (/** @type {string[]} */ words, /** @type {Record<string, string>} */ env = {}) =>
    JSON.parse(runOrThrow(scene.on('desk', [...words, '--dry-run'], { env }))).confirmation;
  scene.addDevice('desk');
  writeNotes(scene.at('notes'), 'old', 0);
  ask('import', 'markdown', scene.at('notes'));
  ask('edit', 'Note 1', '--body', 'a first change');
  ask('edit', 'Note 1', '--body', '[one](Note%203) and [two](Note%205)');
  ask('archive', 'export', scene.at('archive'));
  ask('new', 'Template', '--body', TEMPLATE);
  ask('saved', 'create', 'Saved', 'tag:old');
  ask('archive', 'export', scene.at('archive'));
  for (const title of ['First purged', 'Second purged']) ask('new', title, '--body', `${title} [[Note 1]]`);
  ask('rm', 'Note 2', 'Note 4', 'First purged', 'Second purged');
  writeFileSync(scene.at('loose.bin'), 'loose');
  writeFileSync(scene.at('new.bin'), 'new'.repeat(50_000));
  mkdirSync(scene.at('out'));
  writeNotes(scene.at('more'), 'more', 6);
  values.loose = ask('resource', 'add', scene.at('loose.bin')).resources[0].id;
  writeFileSync(scene.at('second.bin'), 'second');
  values.second = ask('resource', 'add', scene.at('second.bin')).resources[0].id;
  ask('resource', 'attach', 'Note 11', String(values.second));
  values.revision = ask('history', 'Note 1').revisions.at(-1).revision_id;
  values.attached = /resource:\/\/default\/resources\/(\w+)/.exec(ask('cat', 'Note 11').body)?.[1] ?? '';
  await ageRevisions(scene.at('desk'));
  const env = { NOTES_RETENTION_UNATTACHED_DAYS: '0', NOTES_RETENTION_REVISIONS_KEEP_DAYS: '1' };
  values.purge = dryRun(['purge', '--all-trashed']);
  values.gc = dryRun(['gc', 'apply'], env);
  values.retention = dryRun(['retention', 'apply'], env);
  values.prune = dryRun(['archive', 'prune', scene.at('archive'), '--keep', '0']);
}

/** Kills an import, which leaves a job that can be continued. */
function stopImport(/** @type {Scene} */ scene, /** @type {Values} */ values) {
  killAt(scene.on('desk', ['import', 'markdown', scene.at('more')]), 'pwrite64', CALLS_BEFORE_KILL);
  const { jobs } = scene.ask('desk', 'job', 'list');
  values.job = jobs.find((/** @type {{ state: string }} */ { state }) => state !== 'succeeded').job_id;
}

/** Makes a group of `desk` and `phone` with a conflict and a backup, which `tablet` is invited to join. */
function formGroup(/** @type {Scene} */ scene, /** @type {Values} */ values) {
  scene.addDevice('phone');
  scene.addDevice('tablet');
  values.recovery = scene.pair('desk', 'phone');
  const run = () => {
    for (const device of ['desk', 'phone', 'desk', 'phone']) scene.ask(device, 'sync', 'run');
  };
  run();
  for (const device of ['desk', 'phone']) scene.ask(device, 'edit', 'Note 3', '--body', `changed by the ${device}`);
  run();
  values.conflict = scene.ask('desk', 'sync', 'conflicts').conflicts[0].conflict_id;
  values.backup = scene.ask('desk', 'sync', 'backup', 'create').backups[0].backup_id;
  const [phone] = scene.ask('desk', 'sync', 'status').peers;
  values.retire = `retire-peer:${phone.replica_id}`;
  values.revoke = `revoke-key:${phone.key_ids[0]}`;
  scene.ask('phone', 'append', 'Note 5', 'appended by the phone');
  scene.ask('phone', 'sync', 'run');
  scene.ask('desk', 'append', 'Note 7', 'appended by the desk');
}

/** Syncs until the devices have verified a checkpoint, so that older operations may be removed. */
function compact(/** @type {Scene} */ scene, /** @type {Values} */ values) {
  scene.ask('desk', 'sync', 'run', '--kind', 'snapshot');
  for (const device of ['phone', 'desk', 'phone', 'desk']) scene.ask(device, 'sync', 'run');
  values.compact = scene.ask('desk', 'sync', 'retention', 'apply', '--dry-run').confirmation;
}

/**
 * Makes the states from which writing commands start.
 * @param {Scene} scene
 * @param {{ isAlone: boolean }} options isAlone: true to make only the state of one library
 * @returns {Promise<Values>} their ids and confirmations
 */
export async function prepareStates(scene, { isAlone }) {
  /** @type {Values} */
  const values = { here: scene.at('.') };
  await fillDesk(scene, values);
  scene.keep('alone');
  if (isAlone) return values;
  stopImport(scene, values);
  scene.keep('stopped');
  scene.begin('alone');
  formGroup(scene, values);
  scene.keep('group');
  values.code = scene.ask('desk', 'sync', 'invite', '--ttl-seconds', TTL_SECONDS).invitations[0].code;
  scene.keep('invited');
  scene.begin('group');
  compact(scene, values);
  scene.keep('compactable');
  return values;
}
