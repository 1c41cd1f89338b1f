// @ts-check
/**
 * Kills exports and restores of archives at the calls with which they change the disk, and fills the disk: the earlier
 * archive or library is unchanged, and the repeated command ends as if it had not been interrupted.
 * Usage: node archive.mjs [--points 8] [--part 1/1] [--only export|restore]   kills for each kind of call, `all`: at each
 *        call; share of these kills
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { reportCounts } from '../prove/report.mjs';
import { canTrace, choosePoints, command, countCalls, killAt, WRITING_CALLS } from './command.mjs';
import { enterOwnMounts, NO_MOUNTS, SmallDisk } from './faults/small-disk.mjs';
import { sha256 } from './oracle.mjs';
import { parsePart, selectPart } from './part.mjs';

/** @typedef {import('./command.mjs').Command} Command */
/**
 * @typedef {{ name: string, begin: () => void, run: Command, kept: () => string[], ended: () => string[] }} Work
 *   begin: resets the disk; kept: damage after a kill; ended: differences from an undisturbed run
 */

const NOTES = 40;
const BIG = 5 * 1024 * 1024;
/** Free space of a disk that an archive does not fit on, in bytes. */
const FREE_BYTES = 4 * 1024 * 1024;

/**
 * Returns every file below a folder with its digest, the manifest without fields that differ between copies of a
 * library.
 */
function hashTree(/** @type {string} */ folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return files.map((path) => `${path} ${sha256(readComparable(join(folder, path), path))}`).join('\n');
}

function readComparable(/** @type {string} */ file, /** @type {string} */ path) {
  const bytes = readFileSync(file);
  if (path !== 'manifest.json') return bytes;
  const { commit_sha256: _, snapshot, ...rest } = JSON.parse(bytes.toString());
  return JSON.stringify({ ...rest, snapshot: { ...snapshot, id: '', source_replica_id: '' } });
}

/** Makes a folder of notes, with attachments of which one is large. */
function writeNotes(/** @type {string} */ folder, /** @type {string} */ word) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(BIG, 'large'));
  for (let n = 0; n < NOTES; n += 1) {
    writeFileSync(join(folder, `small ${n}.bin`), `small ${n}`);
    const file = n === 0 ? 'large.bin' : `small%20${n}.bin`;
    writeFileSync(join(folder, `note ${n}.md`), `# Note ${n}\n\n${word} [[Note ${n + 1}]]\n\n![](${file})\n`);
  }
}

function runOrThrow(/** @type {Command} */ run) {
  const { status, stderr } = run();
  if (status !== 0) throw new Error(stderr);
}

/** @returns {{ exporting: Work, restoring: Work, dataDir: string, archive: string }} */
function createWorks(/** @type {string} */ folder) {
  const at = (/** @type {string} */ name) => join(folder, name);
  const dataDir = at('data');
  const importing = command(['--data-dir', dataDir, 'import', 'markdown', at('notes'), '--on-duplicate', 'update']);
  const exportTo = (/** @type {string} */ name) => command(['--data-dir', dataDir, 'archive', 'export', at(name)]);
  const verifyArchive = (/** @type {string} */ name) => {
    const { status, stdout, stderr } = command(['archive', 'verify', at(name), '--level', '3'])();
    return {
      isWhole: status === 0,
      commit: status === 0 ? JSON.parse(stdout).manifest.commit_sha256 : stdout + stderr,
    };
  };
  writeNotes(at('notes'), 'old');
  runOrThrow(importing);
  runOrThrow(exportTo('old'));
  writeNotes(at('notes'), 'new');
  runOrThrow(importing);
  cpSync(at('old'), at('whole'), { recursive: true });
  runOrThrow(exportTo('whole'));
  const [before, after] = [verifyArchive('old').commit, verifyArchive('whole').commit];
  const exporting = {
    name: 'export into an earlier archive',
    begin: () => {
      rmSync(at('killed'), { recursive: true, force: true });
      cpSync(at('old'), at('killed'), { recursive: true });
    },
    run: exportTo('killed'),
    kept: () => {
      const { isWhole, commit } = verifyArchive('killed');
      return isWhole && [before, after].includes(commit) ? [] : [`the archive is broken: ${commit}`];
    },
    ended: () => [
      ...(hashTree(at('killed')) === hashTree(at('whole'))
        ? []
        : ['the archive differs from that of an undisturbed run']),
      ...readdirSync(join(dataDir, 'tmp')).map((name) => `${name} is left in tmp`),
    ],
  };
  const restoreAndExport = () => {
    rmSync(at('again'), { recursive: true, force: true });
    cpSync(at('old'), at('again'), { recursive: true });
    runOrThrow(command(['--data-dir', at('restored'), 'archive', 'export', at('again')]));
    return hashTree(at('again')) === hashTree(at('whole')) ? [] : ['an export of the restored library differs'];
  };
  const restoring = {
    name: 'restore',
    begin: () => {
      for (const name of readdirSync(folder))
        if (name.startsWith('restored')) rmSync(at(name), { recursive: true, force: true });
    },
    run: command(['archive', 'restore', at('whole'), '--into-dir', at('restored')]),
    kept: () => (existsSync(at('restored')) ? restoreAndExport() : []),
    ended: () => [
      ...restoreAndExport(),
      ...readdirSync(folder)
        .filter((name) => name.startsWith('restored.'))
        .map((name) => `${name} is left`),
    ],
  };
  return { exporting, restoring, dataDir, archive: at('whole') };
}

/**
 * Kills a work at some calls of each kind.
 * @param {Work} work
 * @param {{ points: number, part: import('./part.mjs').Part }} options
 */
function killEverywhere({ name, begin, run, kept, ended }, { points, part }) {
  const broken = [];
  let [kills, tried] = [0, 0];
  begin();
  const totals = [...countCalls(run, WRITING_CALLS)].filter(([, total]) => total > 0);
  for (const [index, [call, total]] of totals.entries()) {
    const before = broken.length;
    const chosen = selectPart(choosePoints(total, points), part, index);
    tried += chosen.length;
    for (const nth of chosen) {
      begin();
      const { wasKilled } = killAt(run, call, nth);
      if (wasKilled) kills += 1;
      const faults = kept();
      // A library that was moved to its final path stays there.
      const again = run();
      const isDone = again.status === 0 || (again.status === 9 && again.stderr.includes('archive_target_exists'));
      if (!isDone) faults.push(`the repeated command exited with ${again.status}: ${again.stderr}`);
      faults.push(...ended());
      broken.push(...faults.map((fault) => `${name}, killed at ${call} ${nth} of ${total}: ${fault}`));
    }
    console.log(`${name}: killed at ${chosen.length} of ${total} calls of ${call}: ${broken.length - before} faults`);
  }
  console.log(`${name}: killed ${kills} times; ${broken.length} faults`);
  return {
    kills,
    broken: kills < Math.min(tried, totals.length) ? [...broken, `${name} was hardly ever killed`] : broken,
  };
}

/**
 * Runs a work on a disk with a few free megabytes, then makes room.
 * @param {string} folder
 * @param {string} name
 * @param {(disk: string) => { run: Command, left: () => string[] }} on
 * @returns {string[] | undefined} faults; undefined when no disk can be mounted here
 */
function fillDisk(folder, name, on) {
  const path = join(folder, 'disk');
  const disk = new SmallDisk(path);
  if (!disk.mount()) return undefined;
  try {
    disk.fill(FREE_BYTES);
    const { run, left } = on(path);
    const full = run();
    const broken =
      full.status === 8 && /full|no more/.test(full.stderr) ? [] : [`exited with ${full.status}: ${full.stderr}`];
    broken.push(...left());
    disk.free();
    const again = run();
    if (again.status !== 0) broken.push(`after space was freed it exited with ${again.status}: ${again.stderr}`);
    console.log(`${name} on a full disk: ${broken.length} faults`);
    return broken.map((fault) => `${name} on a full disk: ${fault}`);
  } finally {
    disk.unmount();
  }
}

function main() {
  const { values } = parseArgs({
    options: { points: { type: 'string', default: '8' }, part: { type: 'string' }, only: { type: 'string' } },
  });
  const part = parsePart(values.part);
  if (!canTrace()) {
    console.log('skipped: strace cannot be used here');
    return 0;
  }
  const points = values.points === 'all' ? Number.POSITIVE_INFINITY : Number(values.points);
  const folder = mkdtempSync(join(tmpdir(), 'notes-archive-'));
  try {
    const { exporting, restoring, dataDir, archive } = createWorks(folder);
    const broken = [];
    const works = [...(values.only === 'restore' ? [] : [exporting]), ...(values.only === 'export' ? [] : [restoring])];
    const found = works.map((work) => killEverywhere(work, { points, part }));
    broken.push(...found.flatMap((each) => each.broken));
    const full = [
      fillDisk(folder, 'export', (disk) => ({
        run: command(['--data-dir', dataDir, 'archive', 'export', join(disk, 'a')]),
        left: () => (existsSync(join(disk, 'a', 'manifest.json')) ? ['there is a manifest'] : []),
      })),
      fillDisk(folder, 'restore', (disk) => ({
        run: command(['archive', 'restore', archive, '--into-dir', join(disk, 'data')]),
        left: () => (existsSync(join(disk, 'data')) ? ['there is a library'] : []),
      })),
    ];
    broken.push(...full.flatMap((each) => each ?? []));
    const fullDisks = full.filter((each) => each !== undefined).length;
    const skipped = fullDisks < full.length ? [`full disks: ${NO_MOUNTS}`] : [];
    for (const reason of skipped) console.log(`not tried: ${reason}`);
    reportCounts({ kills: found.reduce((sum, { kills }) => sum + kills, 0), 'full disks': fullDisks }, skipped);
    for (const fault of broken.slice(0, 20)) console.error(fault);
    console.log(
      broken.length === 0
        ? 'passed: existing archives and libraries stayed intact, and the repeated command completed the work'
        : 'FAILED',
    );
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = enterOwnMounts() ?? main();
