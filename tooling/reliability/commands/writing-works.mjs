// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../command.mjs';
import { inspectLibrary } from '../inspect.mjs';
import { sha256 } from '../oracle.mjs';
import { readTree } from '../read-tree.mjs';
import { describeLibrary } from './describe-library.mjs';
import { prepareStates } from './prepare-states.mjs';
import { Scene } from './scene.mjs';
import { getCommandWords, WRITING_COMMANDS } from './writing-commands.mjs';

/** @typedef {import('../works.mjs').Work} Work */
/** @typedef {import('./writing-commands.mjs').WritingCommand} WritingCommand */

/** Faults of a device that knows of attachments before it has their bytes. */
const isMissingAttachment = (/** @type {string} */ fault) => fault.endsWith('are missing');

/** Describes the group of a device without ids and times. */
function describeGroup(/** @type {Scene} */ scene, /** @type {string} */ device) {
  if (!existsSync(join(scene.at(device), 'notes.db'))) return '';
  const { state, epoch, peers, conflicts_open } = scene.ask(device, 'sync', 'status');
  const { backups } = scene.ask(device, 'sync', 'backup', 'list');
  const invitations = state === 'ready' ? scene.ask(device, 'sync', 'invite', '--action', 'list').invitations : [];
  const ready = backups.filter((/** @type {{ state: string }} */ backup) => backup.state === 'ready');
  const members = (peers ?? []).map((/** @type {any} */ { name, status, snapshot_permitted }) =>
    [name, status, snapshot_permitted].join(),
  );
  const group = [state, epoch?.number, conflicts_open, invitations.length, ready.length];
  return [group.join(), ...members.sort()].join('\n');
}

/** Drafts of an export or a site, and of an archive, which the next run continues or replaces. */
const DRAFT = /\.partial(?:\/|$)|\/\.export(?:\/|$)/;

const readResult = (/** @type {string} */ folder) => [...readTree(folder)].filter(([path]) => !DRAFT.test(path));

/** Describes every file below a folder. */
const describeFiles = (/** @type {string} */ folder) =>
  readResult(folder)
    .flatMap(([path, bytes]) => (bytes === undefined ? [] : [`${path} ${sha256(bytes)}`]))
    .join('\n');

/** Returns damage of an archive; one without a manifest is not complete and has none. */
function inspectArchive(/** @type {string} */ folder) {
  if (!existsSync(join(folder, 'manifest.json'))) return [];
  const { status, stdout, stderr } = command(['archive', 'verify', folder, '--level', '3'])();
  return status === 0 ? [] : [`the archive is broken: ${stdout}${stderr}`];
}

const describeArchive = (/** @type {string} */ folder) =>
  existsSync(join(folder, 'manifest.json')) ? `${readResult(folder).length} files` : 'no archive';

/** @returns {Promise<string>} */
async function describe(
  /** @type {Scene} */ scene,
  /** @type {WritingCommand} */ { device = 'desk', makes = device, archive, also, output },
) {
  const settings = scene.at(`${device}.toml`);
  return [
    await describeLibrary(scene.at(makes), also),
    also === 'settings' && existsSync(settings) ? readFileSync(settings, 'utf8') : '',
    also === 'group' ? describeGroup(scene, device) : '',
    output === undefined ? '' : describeFiles(scene.at(output)),
    archive === undefined ? '' : describeArchive(scene.at(archive)),
  ].join('\n\n');
}

/** @returns {Work} */
function createWork(
  /** @type {Scene} */ scene,
  /** @type {string} */ name,
  /** @type {Record<string, string>} */ values,
) {
  const writing = /** @type {WritingCommand} */ (WRITING_COMMANDS[name]);
  const { state, words, device = 'desk', makes = device, archive, input, env, isRepeatable = false } = writing;
  const fill = (/** @type {string} */ word) => word.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
  const inspect = async () => [
    ...(existsSync(join(scene.at(makes), 'notes.db')) ? (await inspectLibrary(scene.at(makes))).faults : []),
    ...(archive === undefined ? [] : inspectArchive(scene.at(archive))),
  ];
  return {
    name,
    isRepeatable,
    begin: () => scene.begin(state),
    run: scene.on(device, [...getCommandWords(name).split(' '), ...words.map(fill)], {
      ...(env && { env }),
      ...(input !== undefined && { input }),
    }),
    inspect,
    inspectInterrupted: async () => (await inspect()).filter((fault) => !isMissingAttachment(fault)),
    summarize: () => describe(scene, writing),
  };
}

/**
 * Prepares every writing command below a folder.
 * @param {string} scratch
 * @param {{ isAlone?: boolean }} [options] isAlone: true for only the commands on one library, which take less time
 * @returns {Promise<Work[]>}
 * @throws {Error} when a command fails or changes nothing without any interruption
 */
export async function createWritingWorks(scratch, { isAlone = false } = {}) {
  const scene = new Scene(scratch);
  const values = await prepareStates(scene, { isAlone });
  const names = Object.keys(WRITING_COMMANDS).filter((name) => !isAlone || WRITING_COMMANDS[name]?.state === 'alone');
  return names.map((name) => createWork(scene, name, values));
}
