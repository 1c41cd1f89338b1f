import { existsSync, lstatSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ConfigValues } from '@notes/contract';
import { type DataPaths, findLockHolder, findRefusal, StorageError, type UnfinishedJob } from '@notes/storage';
import { turnFor } from '../../platform/jobs/kinds.js';
import { type CheckResult, formatCount, ok } from './check-result.js';

const OTHERS_MODE_BITS = 0o077;
const MIB = 1024 * 1024;
/**
 * Minimum free space. Below `fail` nothing large can be written. A copy of the library, as a migration makes one, takes
 * as much space as the library.
 */
const MIN_FREE_BYTES = { fail: 16 * MIB, warn: 64 * MIB } as const;

/** Checks that no other user of this machine can read or change a file. */
export function checkFileModes({ dataDir }: DataPaths): CheckResult {
  if (process.platform === 'win32') return ok('Not checked: Windows has no file modes');
  const findings = [...listOpenFiles(dataDir, dataDir)];
  if (findings.length === 0) return ok('Only you can read the data directory');
  const message = `Other users can read or change ${formatCount(findings.length, 'file')}`;
  return { status: 'warn', message, advice: `chmod -R go= ${dataDir}`, findings };
}

function* listOpenFiles(root: string, path: string): Generator<string> {
  const name = relative(root, path) || '.';
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isSymbolicLink()) return;
  if ((status.mode & OTHERS_MODE_BITS) !== 0) yield `${name} ${(status.mode & 0o777).toString(8).padStart(4, '0')}`;
  if (!status.isDirectory()) return;
  for (const below of entries(path)) yield* listOpenFiles(root, join(path, below));
}

/** Returns the entries of a folder; none when the folder may not be entered. */
function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function checkDiskSpace(paths: DataPaths): CheckResult {
  const { dataDir, database, backups } = paths;
  const refusal = findRefusal(paths);
  if (refusal !== undefined)
    return { status: 'fail', message: 'Nothing can be written to the library', advice: refusal.message };
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const size = statSync(database).size;
  const message = `${Math.floor(free / MIB)} MiB free; the library file takes ${Math.ceil(size / MIB)} MiB${describeCopies(backups)}`;
  if (free >= Math.max(MIN_FREE_BYTES.warn, size)) return ok(message);
  const status = free < MIN_FREE_BYTES.fail ? 'fail' : 'warn';
  return { status, message, advice: 'Make room on the disk. When it is full, nothing can be written.' };
}

/** Describes the copies that upgrades made; empty without any. */
function describeCopies(backups: string): string {
  const names = existsSync(backups) ? readdirSync(backups) : [];
  if (names.length === 0) return '';
  const bytes = names.reduce(
    (sum, name) => sum + (lstatSync(join(backups, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return `, and ${formatCount(names.length, 'file')} in backups, from before upgrades, ${Math.ceil(bytes / MIB)} MiB`;
}

export function checkLocks({ lock, maintenanceLock, syncLock }: DataPaths): CheckResult {
  const holders = [
    describeHolder(lock, 'In use by'),
    describeHolder(maintenanceLock, 'Locked for maintenance by'),
    describeHolder(syncLock, 'Locked for sync by'),
  ];
  const findings = [lock, maintenanceLock, syncLock].filter((_, index) => holders[index] === null);
  if (findings.length > 0)
    return {
      status: 'fail',
      message: 'A lock file is invalid',
      advice: 'Remove the file while no process uses the library.',
      findings,
    };
  return ok(holders.filter((text) => text !== undefined).join('; ') || 'No process holds the library');
}

/** Returns the holder of a lock; undefined when nobody holds the lock, null when the lock file is not a valid one. */
function describeHolder(path: string, how: string): string | undefined | null {
  try {
    const name = findLockHolder(path);
    return name && `${how} ${name}`;
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}

/** Reports jobs whose process died: jobs stored as running while nobody works on the library. */
export function checkJobs({ maintenanceLock, syncLock }: DataPaths, unfinished: readonly UnfinishedJob[]): CheckResult {
  const isDead = ({ state, kind }: UnfinishedJob) => {
    const turn = turnFor(kind);
    if (state !== 'running' || turn === undefined) return false;
    return describeHolder(turn === 'sync' ? syncLock : maintenanceLock, '') === undefined;
  };
  const running = unfinished.filter(isDead);
  if (running.length === 0) return ok('No running job has lost its process');
  const findings = running.map(({ id, kind }) => `${id} ${kind}`);
  const message = `${formatCount(findings.length, 'job')} without a process`;
  return { status: 'warn', message, advice: 'Run `notes job retry JOB` to resume it.', findings };
}

const SIDECAR_KEYS = [
  'search.sidecar.url',
  'search.sidecar.api_key',
  'search.sidecar.embedder',
  'search.sidecar.excluded_notebooks',
] as const;

export function checkSettings(values: ConfigValues): CheckResult {
  const isOff = values['search.sidecar.kind'] === 'none';
  const findings = [
    ...(values['mcp.default_profile'] === '' ? [] : ['mcp.default_profile is the former name of mcp.default_scope']),
    ...SIDECAR_KEYS.flatMap((key) =>
      isOff && values[key].length > 0 ? [`${key} has no effect while search.sidecar.kind is none`] : [],
    ),
  ];
  if (findings.length === 0) return ok('Every setting is known and has a valid value');
  return {
    status: 'warn',
    message: 'Some settings are outdated or have no effect',
    advice: 'Remove them from the settings.',
    findings,
  };
}
