// @ts-check
/**
 * Runs several services with their own libraries and synchronises them, through a folder or over REST with TLS. Devices
 * change the same line, trash and change notes, move notebooks into each other, rename tags to each other and add
 * attachments; some are offline for a while, some are killed during a sync. In the end all have the same state, every
 * acknowledged word is in a note or an open conflict, and no word is readable in the carrier's files.
 * Usage: node devices.mjs [--over directory|rest] [--devices 3] [--rounds 6] [--changes 12] [--seed 1]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { findWords } from './devices/carrier-bytes.mjs';
import { createFolderGroup, createRestGroup } from './devices/device-group.mjs';
import { Life } from './devices/life.mjs';

const { values } = parseArgs({
  options: {
    over: { type: 'string', default: 'directory' },
    devices: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '6' },
    changes: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
});
const ROUNDS_TO_SETTLE = 8;
const PAUSE_MS = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'notes-devices-'));
const random = createRandom(Number(values.seed));
const life = new Life(Number(values.seed));
/** @type {string[]} */
const faults = [];
/** @type {import('./devices/device.mjs').Device[]} */
let devices = [];
try {
  mkdirSync(join(folder, 'carrier'));
  const meet = values.over === 'rest' ? createRestGroup : createFolderGroup;
  const meeting = await meet(folder, Number(values.devices));
  devices = meeting.devices;
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    await Promise.all(devices.map((device) => life.act(device, Number(values.changes))));
    const there = devices.filter(() => random() < 0.7);
    for (const device of there) await exchange(device);
    console.log(
      `round ${round}: ${life.words.size} words written; ${there.map(({ name }) => name).join(', ')} exchanged`,
    );
  }
  await compareDevices('after all they did');
  await resolveSome();
  await compareDevices('after some conflicts were settled');
  for (const device of devices) await device.stop();
  for (const place of meeting.carried) {
    // A search that does not find existing words proves nothing.
    writeFileSync(join(place, 'planted'), deflateRawSync('a planted word'));
    const { found, bytes } = findWords(place, [...life.words.keys(), 'planted word']);
    if (found.pop() !== 'planted word') faults.push('the planted word was not found');
    console.log(`searched ${bytes} bytes of the carrier`);
    faults.push(...found.map((word) => `${word} occurs on the carrier`));
  }
} finally {
  for (const device of devices) await device.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults.slice(0, 20)) console.error(fault);
reportCounts({ words: life.words.size, rounds: Number(values.rounds) });
console.log(
  faults.length === 0 ? 'passed: all devices have the same library, and nothing is lost' : `FAILED: ${faults.length}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Synchronises once, or is killed in the middle and started again. */
async function exchange(/** @type {import('./devices/device.mjs').Device} */ device) {
  if (random() < 0.75) {
    const { state, error } = await device.sync();
    if (state !== 'succeeded') faults.push(`${device.name}: a sync ended as ${state}: ${JSON.stringify(error)}`);
    return;
  }
  const ended = device.sync().catch(() => undefined);
  await sleep(random() * 400);
  await device.stop('SIGKILL');
  await ended;
  await device.start();
}

/** Synchronises all devices until all have the same state. */
async function compareDevices(/** @type {string} */ when) {
  for (let round = 0; round < ROUNDS_TO_SETTLE; round += 1) {
    for (const device of devices) await device.sync();
    const [first, ...others] = await Promise.all(devices.map((device) => device.view()));
    if (!others.every((view) => isDeepStrictEqual(view, first))) {
      // The hub applies pushed changes some time later.
      await sleep(PAUSE_MS);
      continue;
    }
    const all = JSON.stringify(first);
    for (const [word, note] of life.words) {
      if (all.includes(word) || life.purged.has(word)) continue;
      faults.push(`${when}: ${word} of ${note}${life.purgedNotes.has(note) ? ', which was purged,' : ''} is lost`);
    }
    const { notes, notebooks, conflicts } = /** @type {NonNullable<typeof first>} */ (first);
    console.log(`${when}: ${notes.length} notes, ${notebooks.length} notebooks, ${conflicts.length} open conflicts`);
    return;
  }
  faults.push(`${when}: the devices have different libraries`);
}

/** Resolves half of the conflicts, each on any device: both versions kept, or merged. */
async function resolveSome() {
  for (const { conflict_id } of await /** @type {typeof devices[number]} */ (devices[0]).conflicts()) {
    if (random() < 0.5) continue;
    const device = /** @type {typeof devices[number]} */ (devices[Math.floor(random() * devices.length)]);
    const { value } = await device.ask('GET', `/sync-ui/conflicts/${conflict_id}`);
    const { local, remote } = value;
    if (local === null || remote === null) continue;
    const expected = { local_revision_id: local.revision_id, remote_revision_id: remote.revision_id };
    const merged = {
      resolution: 'merged',
      title: `${local.title} ${remote.title}`.slice(0, 900),
      body: `${local.body}\n${remote.body}`,
    };
    const choice = random() < 0.5 ? { resolution: 'keep_both' } : merged;
    const answer = await device.ask('POST', `/sync-ui/conflicts/${conflict_id}/resolve`, { ...choice, expected });
    if (answer.status >= 300 && answer.status !== 409) faults.push(`resolve: ${JSON.stringify(answer)}`);
  }
}
