// @ts-check
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCorpus, toCorpusArguments } from '../corpus.mjs';
import { interleave, ratio } from '../measure.mjs';
import { openLibrary } from './library.mjs';

const FILL = fileURLToPath(new URL('../fill.mjs', import.meta.url));
const SIZE = { rounds: 15, count: 60 };
/** Largest ratio of a write with its operation to one without. */
const MAX_RATIO = 1.15;

/**
 * Measures a durable write in a library with sync, beside the same library without, in one process and in turn.
 * @param {{ notes: number, corpus: import('../corpus.mjs').CorpusChoice, say: (line: string) => void }} asked
 */
export async function measureWrites({ notes, corpus: choice, say }) {
  const scratch = mkdtempSync(join(tmpdir(), 'notes-sync-writes-'));
  try {
    say(`writes in a library of ${notes} notes`);
    const [alone, synced] = [join(scratch, 'alone'), join(scratch, 'synced')];
    execFileSync(process.execPath, [FILL, alone, String(notes), ...toCorpusArguments(choice)], { stdio: 'ignore' });
    cpSync(alone, synced, { recursive: true });
    const libraries = { alone: await openLibrary(alone), synced: await openLibrary(synced) };
    await libraries.synced.invoke('initializeSync', { name: 'bench' });
    const corpus = openCorpus(choice);
    /** @type {string[]} */
    const lines = ['                    in sync   alone   ratio'];
    let missed = 0;
    for (const [name, write] of Object.entries({ create, update })) {
      const subjects = Object.entries(libraries).map(([of, library]) => ({
        name: of,
        run: (/** @type {number} */ round, /** @type {number} */ count) =>
          timeEach(count, (n) => write(library.invoke, corpus(notes + round * count + n))),
      }));
      const { synced: with_, alone: without } = await interleave(subjects, SIZE);
      if (with_ === undefined || without === undefined) throw new Error('No write was measured.');
      const more = ratio(with_, without);
      if (more > MAX_RATIO) missed += 1;
      const cells = [with_.median, without.median].map((ms) => `${ms.toFixed(2)} ms`.padStart(9)).join('');
      lines.push(
        `${name.padEnd(18)}${cells}${more.toFixed(2).padStart(8)}  ≤ ${MAX_RATIO} ${more > MAX_RATIO ? 'MISS' : 'ok'}`,
      );
    }
    for (const { close } of Object.values(libraries)) close();
    return { lines, missed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @typedef {(name: string, input: object) => Promise<{ id: string, body: string, current_revision_id: string }>} Invoke */
/** @typedef {ReturnType<ReturnType<typeof openCorpus>>} Note */

/** @returns {Promise<number>} milliseconds */
async function create(/** @type {Invoke} */ invoke, /** @type {Note} */ note) {
  const started = performance.now();
  await invoke('createDocument', { ...note });
  return performance.now() - started;
}

/** @returns {Promise<number>} milliseconds of the change alone */
async function update(/** @type {Invoke} */ invoke, /** @type {Note} */ note) {
  const { id, body, current_revision_id } = await invoke('createDocument', { ...note });
  const changed = `${body}\nOne more line.\n`;
  const started = performance.now();
  await invoke('replaceDocument', {
    document_id: id,
    base_revision_id: current_revision_id,
    title: note.title,
    body: changed,
  });
  return performance.now() - started;
}

async function timeEach(/** @type {number} */ count, /** @type {(n: number) => Promise<number>} */ run) {
  const times = [];
  for (let n = 0; n < count; n += 1) times.push(await run(n));
  return times;
}
