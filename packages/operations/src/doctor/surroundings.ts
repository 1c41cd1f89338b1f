import { lstatSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ConfigValues } from '@notes/contract';
import { type DataPaths, holderOf, type UnfinishedJob } from '@notes/storage';
import { isMaintenance } from '../jobs/kinds.js';
import { counted, type Found, ok } from './finding.js';

const OF_OTHERS = 0o077;
const MIB = 1024 * 1024;
/** With less, nothing large can be written; a copy of the library, as a migration makes one, takes as much as it does. */
const LEAST_FREE = { fail: 16 * MIB, warn: 64 * MIB } as const;

/** Looks whether anybody else on this machine could read or change a file. */
export function fileModes({ dataDir }: DataPaths): Found {
  if (process.platform === 'win32') return ok('files have no modes here');
  const findings = [...open(dataDir, dataDir)];
  if (findings.length === 0) return ok('only you can read the data directory');
  const message = `others may read or change ${counted(findings.length, 'file')}`;
  return { status: 'warn', message, advice: `chmod -R go= ${dataDir}`, findings };
}

function* open(root: string, path: string): Generator<string> {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isSymbolicLink()) return;
  if ((status.mode & OF_OTHERS) !== 0)
    yield `${relative(root, path) || '.'} ${(status.mode & 0o777).toString(8).padStart(4, '0')}`;
  if (status.isDirectory()) for (const name of readdirSync(path)) yield* open(root, join(path, name));
}

export function diskSpace({ dataDir, database }: DataPaths): Found {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const size = statSync(database).size;
  const message = `${Math.floor(free / MIB)} MiB free, the library file has ${Math.ceil(size / MIB)} MiB`;
  if (free >= Math.max(LEAST_FREE.warn, size)) return ok(message);
  const status = free < LEAST_FREE.fail ? 'fail' : 'warn';
  return { status, message, advice: 'Make room: when the disk is full nothing more can be written.' };
}

export function locks({ lock, maintenanceLock }: DataPaths): Found {
  const held = [
    ['in use by', holderOf(lock)],
    ['worked on by', holderOf(maintenanceLock)],
  ].flatMap(([how, holder]) => (holder === undefined ? [] : [`${how} ${holder}`]));
  return ok(held.length === 0 ? 'nobody holds the library' : held.join('; '));
}

/** Jobs that are stored as running while nobody works on the library have lost their process. */
export function jobs({ maintenanceLock }: DataPaths, unfinished: readonly UnfinishedJob[]): Found {
  const running = unfinished.filter(({ state, kind }) => state === 'running' && isMaintenance(kind));
  if (running.length === 0 || holderOf(maintenanceLock) !== undefined) return ok('no job has lost its process');
  const findings = running.map(({ id, kind }) => `${id} ${kind}`);
  const message = `${counted(findings.length, 'job')} lost its process`;
  return { status: 'warn', message, advice: 'notes job retry JOB goes on with it.', findings };
}

export function settings(values: ConfigValues): Found {
  const findings = [
    ...(values['mcp.default_profile'] === '' ? [] : ['mcp.default_profile is the former name of mcp.default_scope']),
    ...(['search.sidecar.url', 'search.sidecar.api_key'] as const).flatMap((key) =>
      values[key] === '' ? [] : [`${key} has no effect while search.sidecar.kind is none`],
    ),
  ];
  if (findings.length === 0) return ok('every setting is known and has a value it can have');
  return {
    status: 'warn',
    message: 'settings without the effect they seem to have',
    advice: 'Take them out.',
    findings,
  };
}
