import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Where a library keeps its files. */
export interface DataPaths {
  readonly dataDir: string;
  readonly database: string;
  readonly blobs: string;
  readonly tmp: string;
  readonly backups: string;
  readonly lock: string;
}

export function dataPaths(dataDir: string): DataPaths {
  const at = (name: string) => join(dataDir, name);
  return {
    dataDir,
    database: at('notes.db'),
    blobs: at('blobs'),
    tmp: at('tmp'),
    backups: at('backups'),
    lock: at('lock'),
  };
}

/** Makes the data directory and its folders, readable by their owner alone. */
export function makeDataDirectory(paths: DataPaths): void {
  for (const path of [paths.dataDir, paths.blobs, paths.tmp, paths.backups]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }
}

/** Makes durable what was created in, renamed into or removed from a directory. */
export function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
