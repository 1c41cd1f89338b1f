import type { Output } from '@notes/contract';
import type { KnownAlert } from '@notes/storage';
import type { ControlState } from '@notes/sync-protocol/control';
import { type Ack, decodeAck } from '@notes/sync-protocol/run';
import type { Library } from '../../platform/context.js';
import { timestamp } from '../../platform/wire.js';
import type { LibrarySyncKeys } from '../keys/replica-keys.js';

type WireAlert = Output<'getSyncOverview'>['alerts'][number];

/** Returns the current alerts. */
export function readAlerts({ store }: Library, keys: LibrarySyncKeys, state: ControlState): WireAlert[] {
  const { writes, acks, found } = store.read(({ sync }) => ({
    writes: sync.own()?.id ?? keys.replicaId,
    acks: sync.exchange.acks().flatMap(({ payload }) => decodeAck(payload) ?? []),
    found: sync.exchange.alerts(),
  }));
  return deriveAlerts({ keys, state, acks, writes, found });
}

/** Inputs from which alerts are derived. */
interface Findings {
  readonly keys: LibrarySyncKeys;
  readonly state: ControlState;
  readonly acks: readonly Ack[];
  /** Id of the replica whose log the library writes. */
  readonly writes: string;
  /** Alerts found by the last run. */
  readonly found: readonly KnownAlert[];
}

/**
 * Returns the alerts for the user. Beside the alerts that runs find: the removal of this device (`revoked`, `retired`),
 * and each former id (`replica_rolled_back`), which holds the floors back until it is retired or another machine
 * continues with it.
 */
function deriveAlerts({ keys, state, acks, writes, found }: Findings): WireAlert[] {
  const { replicaId, former } = keys;
  const status = state.members.get(replicaId)?.status;
  // All other alerts follow from the removal.
  if (status === 'revoked' || status === 'retired') return [{ code: status, replica_id: replicaId, at: null }];
  const alerts: WireAlert[] = [];
  const add = (code: string, replica_id: string, more: Partial<WireAlert> = {}) => {
    if (!alerts.some((each) => each.code === code && each.replica_id === replica_id))
      alerts.push({ code, replica_id, at: null, ...more });
  };
  for (const { code, replica, since, checkpoint } of found) {
    // A former id of this device no longer matters here.
    if (code === 'not_enrolled' && replica !== replicaId) continue;
    add(code, replica, { at: timestamp(since), ...(checkpoint !== undefined && { checkpoint }) });
  }
  if (writes !== replicaId) add('replica_rolled_back', writes);
  for (const id of former) if (isLeftBehind(id, { replicaId, state, acks })) add('replica_rolled_back', id);
  return alerts;
}

/** Returns true for a former id that is not retired and has acknowledged no operation of this replica. */
function isLeftBehind(
  id: string,
  { replicaId, state, acks }: Pick<Findings, 'state' | 'acks'> & { readonly replicaId: string },
): boolean {
  const member = state.members.get(id);
  const ack = acks.find(({ replica }) => replica === id);
  return member !== undefined && member.status !== 'retired' && (ack?.versions[replicaId] ?? 0) === 0;
}
