// @ts-check
/**
 * Kills the service under load repeatedly, and checks the library against the answers to its clients.
 * Usage: node kill-loop.mjs [--rounds 20] [--seed 1]   seed of the times at which the service is killed
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importFrom } from '../bench/packages.mjs';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { inspectLibrary } from './inspect.mjs';
import { load } from './load.mjs';
import { Oracle } from './oracle.mjs';
import { startService } from './service.mjs';

const MIN_RUN_MS = 50;
const MAX_RUN_MS = 1_500;

/** @returns {Promise<string[]>} broken promises */
async function runRound(/** @type {string} */ dataDir, /** @type {Oracle} */ oracle, /** @type {number} */ number) {
  const service = await startService(dataDir);
  const loaded = load(service.url, oracle, `r${number}`);
  const time = MIN_RUN_MS + random() * (MAX_RUN_MS - MIN_RUN_MS);
  await sleep(time);
  await service.end('SIGKILL');
  await loaded;
  const again = await startService(dataDir);
  const code = await again.end('SIGTERM');
  const { notes, faults } = await inspectLibrary(dataDir);
  const broken = [
    ...faults,
    ...oracle.check(notes),
    ...(code === 0 ? [] : [`the next start and stop exited with ${code}`]),
  ];
  const told = `${oracle.acknowledged} changes acknowledged, ${oracle.refused} stale ones refused`;
  console.log(
    `round ${number}: killed after ${time.toFixed(0)} ms; ${told}; ${notes.size} notes; ${broken.length} faults`,
  );
  return broken;
}

/** Removes an acknowledged note and an acknowledged text: a check that does not detect it proves nothing. */
async function plantLoss(/** @type {string} */ dataDir, /** @type {Oracle} */ oracle) {
  const { openSqlite } = await importFrom('packages/storage', './dist/library/driver.js');
  const database = openSqlite(join(dataDir, 'notes.db'));
  const [gone, older] = [...oracle.notes.values()].filter(({ id }) => id !== undefined);
  database.pragma('foreign_keys = OFF');
  database.prepare('DELETE FROM documents WHERE id = ?').run(gone?.id);
  database
    .prepare('UPDATE revisions SET body = ? WHERE document_pk = (SELECT pk FROM documents WHERE id = ?)')
    .run('', older?.id);
  database.close();
  const { notes, faults } = await inspectLibrary(dataDir);
  const seen = [...faults, ...oracle.check(notes)].join('\n');
  return (
    seen.includes(`${gone?.title}: acknowledged, but missing`) &&
    seen.includes(`${older?.title}: is in a state that no client wrote`)
  );
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const random = createRandom(Number(values.seed));
const dataDir = mkdtempSync(join(tmpdir(), 'notes-kill-'));
try {
  const oracle = new Oracle();
  const broken = [];
  let rounds = 0;
  for (let number = 1; number <= Number(values.rounds) && broken.length === 0; number += 1) {
    broken.push(...(await runRound(dataDir, oracle, number)));
    rounds = number;
  }
  for (const fault of broken.slice(0, 20)) console.error(fault);
  if (broken.length === 0 && !(await plantLoss(dataDir, oracle))) broken.push('the planted loss was not detected');
  console.log(
    broken.length === 0 ? 'passed: every acknowledged change is there, and the planted loss was detected' : 'FAILED',
  );
  reportCounts({ kills: rounds, 'acknowledged changes': oracle.acknowledged });
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
