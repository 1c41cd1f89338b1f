// @ts-check
// node bench/main.mjs [--notes 10000,100000] [--corpus FOLDER]: measures storage alone. Build first. Without a corpus
// of Markdown files, notes consist of invented words.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable } from './figures.mjs';
import { readLines } from './generate.mjs';
import { fillLibrary, openLibrary } from './library.mjs';
import { measureCounts, measureLinks, measureSearches } from './search.mjs';
import { measureLarge, measureWrites } from './writes.mjs';

const { values } = parseArgs({ options: { notes: { type: 'string', default: '10000' }, corpus: { type: 'string' } } });
const lines = values.corpus === undefined ? [] : readLines(values.corpus);

for (const count of values.notes.split(',').map(Number)) {
  const dataDir = mkdtempSync(join(tmpdir(), 'notes-storage-bench-'));
  try {
    const { markdown, database, perSecond } = await fillLibrary(dataDir, { count, lines });
    const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
    console.log(
      `\n${count} notes, ${megabytes(markdown)} of Markdown, library ${megabytes(database)} (${(database / markdown).toFixed(2)} times), filled at ${perSecond.toFixed(0)} notes/s`,
    );
    const store = openLibrary(dataDir);
    const reads = [...measureSearches(store), ...measureLinks(store), ...measureCounts(store)];
    store.close();
    printTable([['ms', 'p50', 'p95'], ...reads.map(({ kind, p50, p95 }) => [kind, p50, p95])]);
    const writes = await measureWrites(dataDir, lines);
    printTable([
      ['ms', 'p50', 'p95', 'statements alone', 'ratio', 'in sync', 'ratio to p50'],
      ...writes.map(({ kind, p50, p95, synced, floor }) => [kind, p50, p95, floor, p50 / floor, synced, synced / p50]),
    ]);
    const large = await measureLarge(dataDir, lines);
    printTable([['ms', 'create', 'update'], ...large.map(({ kind, create, update }) => [kind, create, update])]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
