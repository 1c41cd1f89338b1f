// @ts-check
/**
 * Lets the disk of the service and of commands fail. Each call on a file fails once in a run of its own, while the
 * service starts, works and stops, or a command runs; calls of a busy service fail or wait from some moment on; and a
 * real disk becomes full. No acknowledged change is lost, the service answers with `storage_unavailable`, and commands
 * name the cause and complete their work when they are repeated.
 * Usage: node disk-faults.mjs [--points 2] [--commands 6] [--rounds 10] [--seed 1] [--part 1/1] [--only new]
 *        points: of each kind of call, or `all`; commands: chosen at random, or `all`; only: of this command
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../bench/words.mjs';
import { reportCounts } from '../prove/report.mjs';
import { canTrace } from './command.mjs';
import { failCommands } from './faults/command-faults.mjs';
import { fillDisks } from './faults/full-disk.mjs';
import { failBusyService, failServiceCalls } from './faults/service-faults.mjs';
import { enterOwnMounts, NO_MOUNTS } from './faults/small-disk.mjs';
import { parsePart, selectPart } from './part.mjs';

const parseAmount = (/** @type {string} */ text) => (text === 'all' ? Number.POSITIVE_INFINITY : Number(text));

async function main() {
  const { values } = parseArgs({
    options: {
      points: { type: 'string', default: '2' },
      commands: { type: 'string', default: '6' },
      rounds: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      part: { type: 'string' },
      only: { type: 'string' },
    },
  });
  if (!canTrace()) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const random = createRandom(Number(values.seed));
  const options = { points: parseAmount(values.points), part: parsePart(values.part), random };
  const scratch = mkdtempSync(join(tmpdir(), 'notes-disk-faults-'));
  try {
    const count = parseAmount(values.commands);
    const { only } = values;
    const commands = await failCommands(join(scratch, 'commands'), { ...options, count, only });
    const service = only === undefined ? await failServiceCalls(join(scratch, 'service'), options) : undefined;
    const rounds = only === undefined ? Number(values.rounds) : 0;
    const busy = await failBusyService(join(scratch, 'busy'), { rounds, random });
    const full = await fillDisks(scratch, (works) =>
      selectPart(
        works.filter(({ name }) => commands.names.includes(name)),
        options.part,
      ),
    );
    const skipped = full === undefined ? [`full disks: ${NO_MOUNTS}`] : [];
    for (const reason of skipped) console.log(`not tried: ${reason}`);
    const all = [commands, busy, ...(service ? [service] : []), ...(full ? [full] : [])];
    const broken = all.flatMap((each) => each.broken);
    // Faults that nothing notices prove nothing.
    if (commands.failed === 0) broken.push('no command failed');
    if (rounds > 0 && busy.failed === 0) broken.push('no request failed');
    for (const each of broken.slice(0, 20)) console.error(each);
    reportCounts(
      {
        'failed calls of commands': commands.tried,
        'failed calls of the service': service?.tried ?? 0,
        'rounds of a busy service': busy.tried,
        'full disks': full?.disks ?? 0,
        'acknowledged changes': busy.acknowledged,
      },
      skipped,
    );
    console.log(
      broken.length === 0 ? 'passed: no acknowledged change was lost, and every error was reported' : 'FAILED',
    );
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

process.exitCode = enterOwnMounts() ?? (await main());
