// @ts-check
/**
 * Kills purges and garbage collections at the calls with which they change the disk: the rest of the library is intact,
 * and the repeated command ends as if it had not been interrupted.
 * Usage: node maintenance.mjs [--points 6]   kills for each kind of call
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reportCounts } from '../prove/report.mjs';
import { canTrace, choosePoints, command, countCalls, killAt } from './command.mjs';
import { inspectLibrary } from './inspect.mjs';
import { sha256 } from './oracle.mjs';
import { startService } from './service.mjs';
import { blobPath } from './upload-order.mjs';

const CALLS = ['pwrite64', 'fsync', 'ftruncate', 'rename', 'unlink'];
const NOTES = 24;
const CANARY = 'zqcanaryqz';

/** @typedef {{ name: string, words: string[], gone: (dataDir: string) => Promise<string[]> }} Work */

/** Makes a library with half its notes in Trash and half its attachments unused. */
async function fill(/** @type {string} */ dataDir) {
  const service = await startService(dataDir);
  const ask = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {string | Uint8Array<ArrayBuffer>} */ body = '',
  ) => {
    const json = typeof body === 'string' && body !== '';
    const headers = json ? { 'content-type': 'application/json' } : {};
    const answer = await fetch(new URL(path, service.url), { method, headers, ...(body !== '' && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : /** @type {any} */ (await answer.json());
  };
  for (let n = 0; n < NOTES; n += 1) {
    const isTrash = n % 2 === 0;
    await ask('POST', '/api/v1/resources', Buffer.from(`nobody has ${n}`));
    const { uri } = await ask('POST', '/api/v1/resources', Buffer.from(`attached ${n}`));
    const words = isTrash ? `${CANARY}${n} `.repeat(300) : `kept ${n} `.repeat(300);
    const body = `${words}\n\n[[Kept ${n + 1}]] [[Kept ${n - 1}]]\n\n![](${uri})\n\n- [ ] ${words.slice(0, 20)}\n`;
    const title = `${isTrash ? CANARY : 'Kept'} ${n}`;
    const note = await ask('POST', '/api/v1/documents', JSON.stringify({ title, body, tags: [title] }));
    const base_revision_id = note.current_revision_id;
    if (isTrash) await ask('DELETE', `/api/v1/documents/${note.id}`, JSON.stringify({ base_revision_id }));
  }
  await service.end('SIGTERM');
}

const notes = (/** @type {string} */ dataDir, /** @type {string[]} */ words) =>
  command(['--data-dir', dataDir, ...words], { NOTES_RETENTION_UNATTACHED_DAYS: '0' });

/** @returns {string[]} */
function listBlobs(/** @type {string} */ dataDir) {
  const files = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return files.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const digests = (/** @type {string} */ words) =>
  Array.from({ length: NOTES }, (_, n) => sha256(`${words} ${n}`)).sort();

/** Reports remains of the texts of purged notes. */
async function purgeLeft(/** @type {string} */ dataDir) {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('notes.db'));
  const left = files.filter((name) => readFileSync(join(dataDir, name)).toString('latin1').includes(CANARY));
  const { notes: found } = await inspectLibrary(dataDir);
  const titles = [...found.keys()].filter((title) => title.startsWith('Kept'));
  return [
    ...left.map((name) => `${name}: has words of a purged note`),
    ...(titles.length === NOTES / 2 && found.size === titles.length ? [] : [`${found.size} notes are left`]),
  ];
}

/** Reports extra or missing files of stored bytes. */
async function gcLeft(/** @type {string} */ dataDir) {
  const [found, wanted] = [listBlobs(dataDir).sort(), digests('attached')];
  return found.join() === wanted.join() ? [] : [`${found.length} attachment files are left, not ${wanted.length}`];
}

/** @returns {Work} */
function prepareConfirmed(
  /** @type {string} */ template,
  /** @type {string[]} */ words,
  /** @type {Work['gone']} */ gone,
) {
  const { confirmation } = JSON.parse(notes(template, [...words, '--dry-run'])().stdout);
  return { name: words.join(' '), words: [...words, '--confirm', confirmation], gone };
}

/** Kills a command at a call, checks the state, and runs the command again. */
async function killOnce(
  /** @type {string} */ dataDir,
  /** @type {Work} */ { words, gone },
  /** @type {string} */ call,
  /** @type {number} */ nth,
) {
  const { wasKilled } = killAt(notes(dataDir, words), call, nth);
  const { faults } = await inspectLibrary(dataDir);
  const again = notes(dataDir, words)();
  const broken = [...faults, ...(await inspectLibrary(dataDir)).faults, ...(await gone(dataDir))];
  if (again.status !== 0) broken.push(`the repeated command exited with ${again.status}: ${again.stderr}`);
  return { wasKilled, broken };
}

async function killEverywhere(
  /** @type {string} */ folder,
  /** @type {string} */ template,
  /** @type {Work} */ work,
  /** @type {number} */ points,
) {
  const fresh = (/** @type {string} */ name) => {
    const dataDir = join(folder, name);
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(template, dataDir, { recursive: true });
    return dataDir;
  };
  const broken = [];
  let kills = 0;
  for (const [call, total] of countCalls(notes(fresh('counted'), work.words), CALLS)) {
    for (const nth of choosePoints(total, points)) {
      const outcome = await killOnce(fresh('killed'), work, call, nth);
      if (outcome.wasKilled) kills += 1;
      broken.push(...outcome.broken.map((fault) => `${work.name}, killed at ${call} ${nth} of ${total}: ${fault}`));
    }
  }
  console.log(`${work.name}: killed ${kills} times; ${broken.length} faults`);
  return { kills, broken: kills < CALLS.length ? [...broken, `${work.name} was hardly ever killed`] : broken };
}

/** Checks that the check itself detects remains; otherwise it proves nothing. */
async function plantFaults(/** @type {string} */ template) {
  const seen = [...(await purgeLeft(template)), ...(await gcLeft(template))];
  rmSync(blobPath(template, /** @type {string} */ (digests('attached')[0])));
  const { faults } = await inspectLibrary(template);
  return seen.length > 1 && faults.length > 0 ? [] : ['the planted faults were not detected'];
}

async function main() {
  const { values } = parseArgs({ options: { points: { type: 'string', default: '6' } } });
  if (!canTrace()) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'notes-maintenance-'));
  try {
    const template = join(folder, 'template');
    await fill(template);
    const broken = [];
    let kills = 0;
    for (const work of [
      prepareConfirmed(template, ['purge', '--all-trashed'], purgeLeft),
      prepareConfirmed(template, ['gc', 'apply'], gcLeft),
    ]) {
      const found = await killEverywhere(folder, template, work, Number(values.points));
      broken.push(...found.broken);
      kills += found.kills;
    }
    reportCounts({ kills });
    broken.push(...(await plantFaults(template)));
    for (const fault of broken.slice(0, 20)) console.error(fault);
    const passed = broken.length === 0;
    console.log(
      passed
        ? 'passed: the library was intact after every kill, and the repeated command completed the work'
        : 'FAILED',
    );
    return passed ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
