// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { measurePeaksBySize } from '../peaks.mjs';
import { openDevice, pairDevices } from './device.mjs';

/** Largest ratio of the memory of the largest library to that of the smallest. */
const GROWTH = 1.2;

/**
 * Measures peaks of memory of a first sync by size of library: of the device that sends all, writes a checkpoint and
 * reads it back, and of a second one, which starts from that checkpoint and then verifies it.
 * @param {{ sizes: readonly number[], corpus: import('../corpus.mjs').CorpusChoice, say: (line: string) => void }} asked
 */
export const measureMemory = ({ sizes, corpus, say }) =>
  measurePeaksBySize({ sizes, growth: GROWTH, corpus, say, commands });

function commands(/** @type {{ folder: string, dataDir: string }} */ { folder, dataDir }) {
  const carrier = join(folder, 'carrier');
  mkdirSync(carrier);
  const desk = openDevice(dataDir, carrier);
  const phone = openDevice(join(folder, 'phone'), carrier);
  return {
    'set up': () => desk.peakOfSync('init', 'desk'),
    'send all': () => desk.peakOfSync('run'),
    unchanged: () => desk.peakOfSync('run'),
    'receive all': () => {
      pairDevices(desk, phone);
      return phone.peakOfSync('run');
    },
  };
}
