// @ts-check
/**
 * Lets the disk of the service and of commands fail. Each call on a file fails once in a run of its own, while the
 * service starts, works and stops, or a command runs; calls of a busy service fail or wait from some moment on; and a
 * real disk becomes full. No acknowledged change is lost, the service answers with `storage_unavailable`, and commands
 * name the cause and complete their work when they are repeated.
 * Usage: node disk-faults.mjs [--kinds all] [--points 2] [--commands all] [--rounds 10] [--seed 1] [--part 1/1] [--only new]
 *        kinds: of calls, chosen at random, or `all`; points: of each kind, or `all`; commands: chosen at random, or
 *        `all`; only: of this command
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

/** Number of groups of commands in a run of many parts. */
const COMMAND_GROUPS = 10;

/**
 * Splits a part into a group of commands and a share of their calls: each command is prepared only in a tenth of many
 * parts.
 * @param {import('./part.mjs').Part} part
 * @returns {{ group: import('./part.mjs').Part, share: import('./part.mjs').Part }}
 */
function splitPart(part) {
  const { number, count } = part;
  if (count % COMMAND_GROUPS !== 0) return { group: parsePart(), share: part };
  const index = number - 1;
  return {
    group: { number: 1 + (index % COMMAND_GROUPS), count: COMMAND_GROUPS },
    share: { number: 1 + Math.floor(index / COMMAND_GROUPS), count: count / COMMAND_GROUPS },
  };
}

async function main() {
  const { values } = parseArgs({
    options: {
      kinds: { type: 'string', default: 'all' },
      points: { type: 'string', default: '2' },
      commands: { type: 'string', default: 'all' },
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
  const amount = { kinds: parseAmount(values.kinds), points: parseAmount(values.points) };
  const options = { ...amount, part: parsePart(values.part), random };
  const { group, share } = splitPart(options.part);
  const scratch = mkdtempSync(join(tmpdir(), 'notes-disk-faults-'));
  try {
    const count = parseAmount(values.commands);
    const { only } = values;
    const commands = await failCommands(join(scratch, 'commands'), { ...options, part: share, group, count, only });
    const service = only === undefined ? await failServiceCalls(join(scratch, 'service'), options) : undefined;
    const rounds = only === undefined ? Number(values.rounds) : 0;
    const busy = await failBusyService(join(scratch, 'busy'), { rounds, random });
    const choose = (/** @type {readonly import('./works.mjs').Work[]} */ works) =>
      selectPart(
        works.filter(({ name }) => commands.names.includes(name)),
        share,
      );
    const full = await fillDisks(scratch, Number.isFinite(count) ? undefined : choose);
    const skipped = full === undefined ? [`full disks: ${NO_MOUNTS}`] : [];
    for (const reason of skipped) console.log(`not tried: ${reason}`);
    const all = [commands, busy, ...(service ? [service] : []), ...(full ? [full] : [])];
    const broken = all.flatMap((each) => each.broken);
    // Faults that nothing notices prove nothing.
    const isSample = Number.isFinite(options.kinds);
    if (isSample && commands.failed + busy.failed + (full?.failed ?? 0) + (service?.failed ?? 0) === 0)
      broken.push('nothing failed');
    if (!isSample && commands.failed === 0) broken.push('no command failed');
    if (!isSample && rounds > 0 && busy.failed === 0) broken.push('no request failed');
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
