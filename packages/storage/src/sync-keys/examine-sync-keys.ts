import { join } from 'node:path';
import { StorageError, withStorageErrors } from '../errors.js';
import { fileExists } from '../library/files.js';
import { openForChecks } from '../library/read-copy.js';
import { Statements } from '../library/statements.js';
import { EpochKeys } from './epoch-keys.js';

/** State of the file with the keys of peer sync: absent, unreadable, or with a number of keys of the group. */
export type SyncKeysState = 'missing' | 'damaged' | { readonly groupKeys: number };

/**
 * Examines the keys of peer sync of a data directory without changing anything.
 *
 * @throws StorageError `busy`, `read_only` or `failed`
 */
export function examineSyncKeys(dataDir: string): SyncKeysState {
  const path = join(dataDir, 'keys', 'sync.db');
  if (!fileExists(path)) return 'missing';
  try {
    return withStorageErrors(() => {
      const database = openForChecks({ dataDir, database: path });
      try {
        if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') return 'damaged';
        return { groupKeys: new EpochKeys(new Statements(database)).all().length };
      } finally {
        database.close();
      }
    });
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'damaged') return 'damaged';
    throw error;
  }
}
