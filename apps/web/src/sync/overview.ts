import type { Output } from '@notes/contract';
import { computed, signal } from '@preact/signals';
import { call } from '../api/client.js';
import { isActive } from '../jobs/state.js';
import { type Data, useData } from '../kernel/use-data.js';

export type Overview = Output<'getSyncOverview'>;
export type Peer = Overview['peers'][number];

/** State of sync as last received. */
export const lastOverview = signal<Overview | undefined>(undefined);
/** Number of open conflicts, as last received. */
export const openConflicts = computed(() => lastOverview.value?.conflicts_open ?? 0);
/** True when this library is in a group, as last received; undefined before the first response. */
export const isInGroup = computed(() => lastOverview.value && hasGroup(lastOverview.value));

/** Loads the state of sync. */
export const useOverview = (): Data<Overview> =>
  useData('sync', async (abortSignal) => {
    const overview = await call('getSyncOverview', {}, abortSignal);
    lastOverview.value = overview;
    return overview;
  });

export const isRunning = ({ last_run }: Overview): boolean => last_run !== null && isActive(last_run);

/** Returns true when this library is in a group of devices. */
export const hasGroup = ({ epoch }: Overview): boolean => epoch !== null;

/** Properties of a part of the Sync Center. */
export interface CenterProps {
  readonly overview: Overview;
  readonly reload: () => void;
}
