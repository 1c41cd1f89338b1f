import { setTimeout as sleep } from 'node:timers/promises';
import { RestCarrier } from '@notes/sync-protocol/carrier';
import type { ControlState } from '@notes/sync-protocol/control';
import { closeOnAbort, connectPeer } from '../rest/index.js';
import type { Replica } from './replica.js';
import type { ServiceAddress, SyncTarget } from './sync-target.js';

export interface PeerTargetOptions {
  /** Known state of the group: only a member is trusted. */
  readonly state: ControlState;
  readonly now: () => number;
  /** Ends running and waiting requests. */
  readonly signal?: AbortSignal;
}

/** A service as a sync target, and its client for requests beyond artifacts. */
export interface PeerTarget extends SyncTarget {
  readonly carrier: RestCarrier;
}

/** Returns the service of another member as a sync target. @throws CarrierError `refused` for an address without TLS */
export function openPeerTarget(
  { crypto, keys }: Replica,
  place: ServiceAddress,
  { state, now, signal }: PeerTargetOptions,
): PeerTarget {
  const connection = connectPeer(place);
  const { databaseId, replicaId, signer } = keys;
  const carrier = new RestCarrier({
    ...{ crypto, http: connection.http, databaseId, replicaId, signer, now },
    memberKey: (keyId) => {
      const key = state.keys.get(keyId);
      return key?.active ? key.keys.sign : null;
    },
    uptime: () => performance.now(),
    pause: (ms) => sleep(ms, undefined, { ...(signal && { signal }) }),
  });
  return {
    carrier,
    pairing: null,
    clock: () => {
      const { peer, skewMs } = carrier;
      return peer === null || skewMs === null ? null : { replicaId: peer.replicaId, skewMs };
    },
    close: closeOnAbort(connection, signal),
  };
}
