import type { Output } from '@notes/contract';
import { computed, signal } from '@preact/signals';
import { call } from '../api/client.js';
import { type Data, useData } from '../app/use-data.js';
import { isGoing } from '../jobs/state.js';
import { visible } from '../text/visible.js';
import { text } from './texts.js';

export type Overview = Output<'getSyncOverview'>;
export type Peer = Overview['peers'][number];

/** How sync stood when that was last heard. */
export const lastOverview = signal<Overview | undefined>(undefined);
/** How many conflicts were open then. */
export const openConflicts = computed(() => lastOverview.value?.conflicts_open ?? 0);
/** Whether this library was in a group then; undefined before it was heard at all. */
export const isInGroup = computed(() => lastOverview.value && isMember(lastOverview.value));

/** How sync stands here. */
export const useOverview = (): Data<Overview> =>
  useData('sync', async (ending) => {
    const overview = await call('getSyncOverview', {}, ending);
    lastOverview.value = overview;
    return overview;
  });

export const isRunning = ({ last_run }: Overview): boolean => last_run !== null && isGoing(last_run);

/** Whether this library is in a group of devices. */
export const isMember = ({ epoch }: Overview): boolean => epoch !== null;

/** What a device is called; its id where nobody here knows it. */
export function deviceName({ replica_id, peers }: Overview, device: string | null): string {
  if (device === null) return text.someDevice;
  if (device === replica_id) return text.thisDevice;
  const name = peers.find((peer) => peer.replica_id === device)?.name;
  return name === undefined ? device : visible(name);
}
