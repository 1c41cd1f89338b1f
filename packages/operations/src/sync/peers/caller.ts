import { ServiceError } from '@notes/contract';
import { PEER_REPLIES } from '@notes/sync-protocol/auth';
import type { Context, PeerCaller } from '../../platform/context.js';
import type { PeerService } from './peer-service.js';

/** @throws ServiceError `sync_disabled` where peers may not connect */
export function getPeerService({ library }: Context): PeerService {
  if (library.peers === undefined) throw new ServiceError('sync_disabled', PEER_REPLIES.sync_disabled.message);
  return library.peers;
}

/** Returns the signer of the request. @throws ServiceError `unauthorized` for an unsigned request */
export function getCaller({ caller }: Context): PeerCaller {
  if (caller === undefined) throw new ServiceError('unauthorized', PEER_REPLIES.unauthorized.message);
  return caller;
}

export const notFoundError = () => new ServiceError('not_found', PEER_REPLIES.not_found.message);
