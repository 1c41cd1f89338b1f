// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toCorpusArguments } from '../corpus.mjs';
import { openDevice, pairDevices } from './device.mjs';

const FILL = fileURLToPath(new URL('../fill.mjs', import.meta.url));
const LIMIT = fileURLToPath(new URL('limit.mjs', import.meta.url));
/** Goals in seconds of processor time for 10,000 notes. */
const TARGETS = { 'send all': 2.5, 'receive all': 4 };
const TARGET_NOTES = 10_000;

/**
 * Measures the processor time of a first sync on both devices, beside that of its unavoidable work (`limit.mjs`).
 * @param {{ notes: number, corpus: import('../corpus.mjs').CorpusChoice, say: (line: string) => void }} asked
 */
export function measureProcessor({ notes, corpus, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-sync-processor-'));
  try {
    say(`processor time of a first sync of ${notes} notes`);
    const [carrier, limitCarrier, desk] = [join(scratch, 'carrier'), join(scratch, 'limit'), join(scratch, 'desk')];
    for (const folder of [carrier, limitCarrier]) mkdirSync(folder);
    execFileSync(process.execPath, [FILL, desk, String(notes), ...toCorpusArguments(corpus)], { stdio: 'ignore' });
    const sender = openDevice(desk, carrier);
    const receiver = openDevice(join(scratch, 'phone'), carrier);
    sender.sync('init', 'desk');
    const measureLimit = (/** @type {string[]} */ ...args) =>
      Number(execFileSync(process.execPath, [LIMIT, ...args], { encoding: 'utf8' }));
    const lines = ['                 notes   limit   ratio  target'];
    let missed = 0;
    const row = (/** @type {keyof typeof TARGETS} */ name, /** @type {number} */ own, /** @type {number} */ limit) => {
      const target = (TARGETS[name] * notes) / TARGET_NOTES;
      if (own > target) missed += 1;
      const cells = [own, limit, own / limit].map((value) => value.toFixed(2).padStart(8)).join('');
      lines.push(`${name.padEnd(14)}${cells}  ≤ ${target} s ${own > target ? 'MISS' : 'ok'}`);
      say(lines.at(-1) ?? '');
    };
    row('send all', sender.processorOfSync('run'), measureLimit('send', desk, limitCarrier));
    pairDevices(sender, receiver);
    const received = receiver.processorOfSync('run');
    row('receive all', received, measureLimit('take', limitCarrier, join(scratch, 'limited')));
    return { lines, missed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
