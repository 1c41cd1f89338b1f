import type { Output } from '@notes/contract';
import type { KnownAlert } from '@notes/storage';
import { type Ack, type ControlState, decodeAck } from '@notes/sync-protocol';
import type { Library } from '../../context.js';
import { timestamp } from '../../wire.js';
import type { LibrarySyncKeys } from '../keys/replica-keys.js';

type WireAlert = Output<'getSyncOverview'>['alerts'][number];

/** What is known here now of how things are wrong; see `alertsOf`. */
export function alertsNow({ store }: Library, keys: LibrarySyncKeys, state: ControlState): WireAlert[] {
  const { writes, acks, found } = store.read(({ sync }) => ({
    writes: sync.own()?.id ?? keys.replicaId,
    acks: sync.exchange.acks().flatMap(({ payload }) => decodeAck(payload) ?? []),
    found: sync.exchange.alerts(),
  }));
  return alertsOf({ keys, state, acks, writes, found });
}

/** What is known here of how things are wrong. */
interface Findings {
  readonly keys: LibrarySyncKeys;
  readonly state: ControlState;
  readonly acks: readonly Ack[];
  /** Whose log the library writes. */
  readonly writes: string;
  /** By the last run. */
  readonly found: readonly KnownAlert[];
}

/**
 * What somebody should know of. Beside what runs find: that this device was put out (`revoked`, `retired`), and the ids it
 * had before, which hold everything back until they are retired, unless another machine goes on with one
 * (`replica_rolled_back`).
 */
function alertsOf({ keys, state, acks, writes, found }: Findings): WireAlert[] {
  const { replicaId, former } = keys;
  const status = state.members.get(replicaId)?.status;
  // All else follows from it.
  if (status === 'revoked' || status === 'retired') return [{ code: status, replica_id: replicaId, at: null }];
  const alerts: WireAlert[] = [];
  const add = (code: string, replica_id: string, more: Partial<WireAlert> = {}) => {
    if (!alerts.some((each) => each.code === code && each.replica_id === replica_id))
      alerts.push({ code, replica_id, at: null, ...more });
  };
  for (const { code, replica, since, checkpoint } of found) {
    // Of who this device was before, it tells nothing any more.
    if (code === 'not_enrolled' && replica !== replicaId) continue;
    add(code, replica, { at: timestamp(since), ...(checkpoint !== undefined && { checkpoint }) });
  }
  if (writes !== replicaId) add('replica_rolled_back', writes);
  for (const id of former) if (isLeftBehind(id, { replicaId, state, acks })) add('replica_rolled_back', id);
  return alerts;
}

/** Who has taken over what this device said since lives on elsewhere. */
function isLeftBehind(
  id: string,
  { replicaId, state, acks }: Pick<Findings, 'state' | 'acks'> & { readonly replicaId: string },
): boolean {
  const member = state.members.get(id);
  const ack = acks.find(({ replica }) => replica === id);
  return member !== undefined && member.status !== 'retired' && (ack?.versions[replicaId] ?? 0) === 0;
}
