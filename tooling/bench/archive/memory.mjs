// @ts-check
import { join } from 'node:path';
import { measurePeaksBySize } from '../peaks.mjs';
import { measureNotesPeak } from './commands.mjs';

/** Largest ratio of the memory of the largest library to that of the smallest. */
const GROWTH = 1.2;

/**
 * Measures peaks of memory by size of library.
 * @param {{ sizes: readonly number[], corpus: import('../corpus.mjs').CorpusChoice, say: (line: string) => void }} asked
 */
export const measureMemory = ({ sizes, corpus, say }) =>
  measurePeaksBySize({ sizes, growth: GROWTH, corpus, say, commands });

function commands(/** @type {{ folder: string, dataDir: string }} */ { folder, dataDir }) {
  const archive = join(folder, 'archive');
  return {
    export: () => measureNotesPeak('--data-dir', dataDir, 'archive', 'export', archive, '--quiet'),
    'verify level 3': () => measureNotesPeak('archive', 'verify', archive, '--level', '3', '--quiet'),
    'verify level 4': () => measureNotesPeak('archive', 'verify', archive, '--level', '4', '--quiet'),
    restore: () => measureNotesPeak('archive', 'restore', archive, '--into-dir', join(folder, 'restored'), '--quiet'),
  };
}
