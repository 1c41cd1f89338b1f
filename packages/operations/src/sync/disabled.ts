import { ServiceError } from '@notes/contract';

/** What agents may not do: exchange is started by a person, with the command. */
export function requestResourceFetch(): never {
  throw new ServiceError('sync_disabled', 'agents fetch no attachment; a sync does');
}
