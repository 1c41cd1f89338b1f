import { examineSyncKeys, type LibraryCheck } from '@notes/storage';
import { hasIdentityFile, readIdentity } from '../../sync/keys/identity-file.js';
import { type CheckResult, formatCount, ok } from './check-result.js';

const JOIN_AGAIN =
  'Join the group again with a code of another device (notes sync pair CODE NAME), or with the recovery code (notes sync recover restore).';

/** Returns true when the library belongs to a sync group; undefined when it cannot be read. */
export const isInGroup = (library: LibraryCheck): boolean | undefined =>
  library.read(({ sync }) => sync.own() !== undefined);

/** Checks that a device of a sync group still has its identity and the keys of the group. */
export function checkSyncKeys(dataDir: string, isMember: boolean): CheckResult {
  const identity = readIdentity(dataDir);
  if (identity === null) {
    const message = 'This device has lost its identity in the sync group';
    if (hasIdentityFile(dataDir)) return fail(message, 'keys/sync-identity.json is damaged');
    return isMember
      ? { status: 'warn', message: 'The library was synced, and this copy of it has no keys', advice: JOIN_AGAIN }
      : ok('Sync is not set up');
  }
  const keys = examineSyncKeys(dataDir);
  const message = 'This device has lost the keys of the sync group';
  if (keys === 'missing' || keys === 'damaged') return fail(message, `keys/sync.db is ${keys}`);
  return ok(`The keys for sync are intact: an identity and ${formatCount(keys.groupKeys, 'group key')}`);
}

const fail = (message: string, finding: string): CheckResult => ({
  status: 'fail',
  message,
  advice: `Move the folder keys out of the data directory. ${JOIN_AGAIN}`,
  findings: [finding],
});
