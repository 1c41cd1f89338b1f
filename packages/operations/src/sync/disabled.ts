import { type Input, type Output, ServiceError } from '@notes/contract';
import type { Context } from '../context.js';
import { decodeCursor } from '../cursor.js';

/** Sync as it is in a library that exchanges with no other: off, nothing waits, and nothing can be started. */

export function getSyncStatus(): Output<'getSyncStatus'> {
  return {
    enabled: false,
    target_kind: 'none',
    target_digest: null,
    last_sync_at: null,
    pending_operations: 0,
    open_conflicts: 0,
  };
}

export function listSyncConflicts(
  { library }: Context,
  { cursor }: Input<'listSyncConflicts'>,
): Output<'listSyncConflicts'> {
  if (cursor !== undefined) decodeCursor(library.cursorKey, ['sync-conflicts'], cursor);
  return { conflicts: [], next_cursor: null };
}

function refuse(): never {
  throw new ServiceError('sync_disabled', 'sync is off: this library exchanges with no other');
}

export const planSync = refuse;
export const startSync = refuse;
export const requestResourceFetch = refuse;
export const retrySyncJob = refuse;
export const cancelSyncJob = refuse;
