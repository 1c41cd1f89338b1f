// @ts-check
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWritingWorks } from '../commands/writing-works.mjs';
import { inspectLibrary } from '../inspect.mjs';
import { Oracle } from '../oracle.mjs';
import { startService } from '../service.mjs';
import { completeWork, measureWork } from '../works.mjs';
import { Client } from './client.mjs';
import { SmallDisk } from './small-disk.mjs';

/** @typedef {import('../works.mjs').Work} Work */

/** Free space with which commands start, in bytes. */
const LEFT_BYTES = [0, 16_384, 131_072];
const SERVICE_LEFT_BYTES = 1_048_576;
const MAX_STEPS = 400;
const STORAGE_EXIT = 8;
const FULL = /full|quota|free space/i;

/** Fills the disk of a working service, and makes room again. @returns {Promise<{ failed: number, broken: string[] }>} */
async function fillService(/** @type {string} */ dataDir, /** @type {SmallDisk} */ disk) {
  const oracle = new Oracle();
  const attachments = /** @type {Set<string>} */ (new Set());
  const service = await startService(dataDir, [], ['--set', 'log.level=fatal']);
  const client = new Client(service.url, oracle, attachments);
  await client.work('before');
  disk.fill(SERVICE_LEFT_BYTES);
  for (let step = 0; step < MAX_STEPS && client.failed < 20; step += 1) await client.work(`full ${step}`);
  const broken = client.failed === 0 ? ['the disk did not become full'] : [];
  broken.push(...(await client.read()));
  disk.free();
  await sleep(100);
  if (!(await client.work('after'))) broken.push('writes fail after space was freed');
  broken.push(...client.unexpected.slice(0, 3));
  const code = await service.end('SIGTERM');
  if (code !== 0) broken.push(`the service stopped with ${code}`);
  const { notes, resources, faults } = await inspectLibrary(dataDir);
  const lost = [...attachments].filter((digest) => !resources.has(digest));
  broken.push(...faults, ...oracle.check(notes), ...lost.map((digest) => `${digest}: acknowledged and gone`));
  return { failed: client.failed, broken };
}

/** Runs a command on a full disk, and again after space was freed. */
async function fillWork(/** @type {Work} */ work, /** @type {SmallDisk} */ disk) {
  const results = await measureWork(work);
  const broken = [];
  let failed = 0;
  for (const left of LEFT_BYTES) {
    work.begin();
    disk.fill(left);
    const { status, stdout, stderr } = work.run();
    disk.free();
    if (status !== 0) failed += 1;
    const faults = [];
    if (status === 0 && (await work.summarize()) !== results.after) faults.push('it exited with 0 without its result');
    if (status !== 0 && !(status === STORAGE_EXIT && FULL.test(stderr)))
      faults.push(`it exited with ${status}: ${stderr}${stdout}`);
    if (status !== 0) faults.push(...(await completeWork(work, results)));
    broken.push(...faults.map((fault) => `${work.name} with ${left} bytes left: ${fault}`));
  }
  return { failed, broken };
}

/**
 * Runs the service and commands on a disk that becomes full.
 * @param {string} folder
 * @param {((works: readonly Work[]) => readonly Work[]) | undefined} choose chooses the commands; undefined for the
 *   service alone
 * @returns {Promise<{ disks: number, failed: number, broken: string[] } | undefined>} undefined when no disk can be
 *   mounted here
 */
export async function fillDisks(folder, choose) {
  const path = join(folder, 'disk');
  const disk = new SmallDisk(path);
  if (!disk.mount()) return undefined;
  try {
    const sum = { disks: 1, ...(await fillService(join(path, 'service'), disk)) };
    console.log(`service on a full disk: ${sum.broken.length} faults`);
    const works = choose === undefined ? [] : choose(await createWritingWorks(join(path, 'commands')));
    for (const work of works) {
      const { failed, broken } = await fillWork(work, disk);
      console.log(
        `${work.name} on a full disk: failed ${failed} of ${LEFT_BYTES.length} times; ${broken.length} faults`,
      );
      sum.disks += LEFT_BYTES.length;
      sum.failed += failed;
      sum.broken.push(...broken);
    }
    return sum;
  } finally {
    disk.unmount();
  }
}
