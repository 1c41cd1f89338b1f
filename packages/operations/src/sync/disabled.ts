import { ServiceError } from '@notes/contract';

/** What agents may not do: exchange is started by a person, with the command. */
function refuse(): never {
  throw new ServiceError('sync_disabled', 'agents start no sync; a person does, with notes sync run');
}

export const planSync = refuse;
export const startSync = refuse;
export const requestResourceFetch = refuse;
export const retrySyncJob = refuse;
export const cancelSyncJob = refuse;
