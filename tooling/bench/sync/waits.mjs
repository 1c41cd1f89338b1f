// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { commandProgram } from '../../run/workspace.mjs';
import { openCorpus, toCorpusArguments } from '../corpus.mjs';
import { quantile } from '../measure.mjs';
import { root } from '../packages.mjs';
import { openDevice, pairDevices } from './device.mjs';
import { openLibrary } from './library.mjs';

const FILL = fileURLToPath(new URL('../fill.mjs', import.meta.url));
/** Milliseconds between two writes of the user. */
const PAUSE_MS = 20;
/** Writes that are measured before the sync begins. */
const ALONE_WRITES = 150;
/** Largest 95th percentile of a write, in milliseconds. */
const MAX_P95_MS = 50;

/**
 * Measures writes of a user while another process receives a whole library for the first time.
 * @param {{ notes: number, corpus: import('../corpus.mjs').CorpusChoice, say: (line: string) => void }} asked
 */
export async function measureWaits({ notes, corpus: choice, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-sync-waits-'));
  try {
    say(`writes during a first sync of ${notes} notes`);
    const [carrier, desk, phone] = [join(scratch, 'carrier'), join(scratch, 'desk'), join(scratch, 'phone')];
    mkdirSync(carrier);
    execFileSync(process.execPath, [FILL, desk, String(notes), ...toCorpusArguments(choice)], { stdio: 'ignore' });
    const [sender, receiver] = [openDevice(desk, carrier), openDevice(phone, carrier)];
    sender.sync('init', 'desk');
    sender.sync('run');
    pairDevices(sender, receiver);
    const library = await openLibrary(phone);
    const corpus = openCorpus(choice);
    let written = 0;
    const writeWhile = async (/** @type {(count: number) => boolean} */ goesOn) => {
      /** @type {number[]} */
      const times = [];
      while (goesOn(times.length)) {
        const note = corpus(notes + written);
        const started = performance.now();
        await library.invoke('createDocument', { ...note });
        times.push(performance.now() - started);
        written += 1;
        await sleep(PAUSE_MS);
      }
      return times;
    };
    const alone = await writeWhile((count) => count < ALONE_WRITES);
    const args = [commandProgram(root), ...receiver.at, 'sync', 'run', '--quiet'];
    const run = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    /** @type {Promise<number | null>} */
    const exit = new Promise((resolve) => run.once('exit', resolve));
    let isRunning = true;
    void exit.then(() => {
      isRunning = false;
    });
    const meanwhile = await writeWhile(() => isRunning);
    library.close();
    if ((await exit) !== 0) throw new Error('The sync failed.');
    const isMissed = quantile(meanwhile, 0.95) > MAX_P95_MS;
    const format = (/** @type {string} */ name, /** @type {number[]} */ times) => {
      const cells = [0.5, 0.95, 1].map((share) => `${quantile(times, share).toFixed(1)} ms`.padStart(11));
      return `${name.padEnd(16)}${cells.join('')}${String(times.length).padStart(8)}`;
    };
    return {
      lines: [
        '                     median        p95       most  writes  target',
        format('without sync', alone),
        `${format('during sync', meanwhile)}  p95 ≤ ${MAX_P95_MS} ms ${isMissed ? 'MISS' : 'ok'}`,
      ],
      missed: Number(isMissed),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
