// @ts-check
/**
 * Reads archives and a sync folder with the Python programs that were written from their specifications alone, and
 * compares everything with the library over its API.
 * Usage: node readers.mjs [--rounds 4] [--changes 12] [--damages 3] [--seed 1]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkArchiveReader } from './archive-reader.mjs';
import { reportCounts } from './report.mjs';
import { checkSyncReader } from './sync-reader.mjs';

/**
 * @typedef {{ rounds: number, changes: number, damages: number, seed: number }} Amounts changes: of each device in each
 *   round; damages: deletions, and as many flipped bits, of each class of a sync folder, and flipped bits of each archive
 */
/** @typedef {{ faults: string[], counts: Record<string, number> }} Found */

const MAX_PRINTED = 20;

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '4' },
      changes: { type: 'string', default: '12' },
      damages: { type: 'string', default: '3' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (spawnSync('python3', ['--version']).status !== 0) {
    console.log('skipped: python3 is not installed');
    return 0;
  }
  const { rounds, changes, damages, seed } = values;
  const amounts = {
    ...{ rounds: Number(rounds), changes: Number(changes) },
    ...{ damages: Number(damages), seed: Number(seed) },
  };
  const faults = [];
  /** @type {Record<string, number>} */
  const counts = {};
  for (const check of [checkSyncReader, checkArchiveReader]) {
    const folder = mkdtempSync(join(tmpdir(), 'notes-readers-'));
    try {
      const found = await check(folder, amounts);
      faults.push(...found.faults);
      Object.assign(counts, found.counts);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  for (const fault of faults.slice(0, MAX_PRINTED)) console.error(fault);
  reportCounts(counts);
  console.log(faults.length === 0 ? 'passed: every note was read from the specifications alone' : 'FAILED');
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
