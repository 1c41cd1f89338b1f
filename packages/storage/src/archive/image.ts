import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openReadOnly } from '../connection.js';
import { type ElsewhereReader, openCopy } from '../elsewhere.js';
import { asFileError, StorageError } from '../errors.js';
import { dataPaths, makePrivateFile, syncFile } from '../files.js';

/** No draft of a library: a server that starts removes those. */
const IMAGE_PREFIX = 'export-';

/** A copy of a library as it was at one moment, which nobody changes. */
export interface LibraryImage {
  readonly reader: ElsewhereReader;
  /** Ends reading, and removes it. */
  close(): void;
}

/**
 * Copies a library, durably, beside it. Whoever calls it holds the maintenance lock, so that copies that are there
 * already are of processes that died: they are removed.
 *
 * @throws StorageError `full`, `failed`, `read_only`; `damaged` when the copy is not sound
 */
export function takeImage(dataDir: string): LibraryImage {
  const paths = dataPaths(dataDir);
  const path = join(paths.tmp, `${IMAGE_PREFIX}${randomBytes(8).toString('hex')}.db`);
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
  };
  try {
    for (const name of readdirSync(paths.tmp))
      if (name.startsWith(IMAGE_PREFIX)) rmSync(join(paths.tmp, name), { force: true });
    copy(paths.database, path);
    const { reader, close } = openCopy(path, paths);
    return {
      reader,
      close: () => {
        close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw asFileError(error);
  }
}

function copy(from: string, to: string): void {
  makePrivateFile(to);
  const library = openReadOnly(from);
  try {
    library.prepare('VACUUM INTO ?').run(to);
  } finally {
    library.close();
  }
  // SQLite does not sync what it vacuums into.
  syncFile(to);
  const image = openReadOnly(to);
  try {
    const answer = image.pragma('quick_check(1)', { simple: true });
    if (answer !== 'ok') throw new StorageError('damaged', `the library file is damaged: ${String(answer)}`);
  } finally {
    image.close();
  }
}
