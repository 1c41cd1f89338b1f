import type { Output } from '@notes/contract';
import { batch, effect, signal } from '@preact/signals';
import { asApiError, onNoAnswer } from '../api/api-error.js';
import { call, send } from '../api/client.js';

/** Timeout after which the service counts as unreachable. */
const AWAY_MS = 3_000;

/**
 * Checks that the service is reachable.
 *
 * @throws ApiError `offline` when no response arrives
 */
export async function ping(): Promise<void> {
  await send(new Request('/healthz', { signal: AbortSignal.timeout(AWAY_MS) }));
}

export type Status = Output<'getStatus'>;

/** Last status received from the service; undefined before the first. */
export const status = signal<Status | undefined>(undefined);
/** True when the service answered the last request. */
export const online = signal(true);
/** Increases with every change of the library, by any client. */
export const libraryVersion = signal(0);
let settleStatus = () => {};
/** Resolves once the first request for the status is answered, or has failed. */
export const firstStatus = new Promise<void>((resolve) => {
  settleStatus = resolve;
});
/** Increases when the service is reachable again. */
export const reconnectCount = signal(0);

const POLL_MS = 15_000;
/** Interval with a search sidecar, whose state the header shows. */
const SIDECAR_POLL_MS = 5_000;
/** Timeout of a status request; polling must continue after it. */
const ANSWER_MS = 20_000;
/** Delays before an unreachable service is asked again. */
const PROBES_MS = [1_000, 2_000, 5_000, 10_000, POLL_MS];

let probe = 0;
let timer: number | undefined;

/** Requests the status now, and again periodically while the page is visible. */
export async function followStatus(): Promise<void> {
  try {
    await ping();
    const current = await call('getStatus', {}, AbortSignal.timeout(ANSWER_MS));
    probe = 0;
    batch(() => {
      if (!online.peek()) reconnectCount.value += 1;
      online.value = true;
      status.value = current;
      libraryVersion.value = current.database_info.change_counter;
    });
  } catch (error) {
    asApiError(error);
  } finally {
    settleStatus();
    schedulePoll();
  }
}

function schedulePoll(): void {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(() => void followStatus(), getPollDelay());
}

function getPollDelay(): number {
  if (online.value) return hasSidecar() ? SIDECAR_POLL_MS : POLL_MS;
  const wait = PROBES_MS[Math.min(probe, PROBES_MS.length - 1)] as number;
  probe += 1;
  return wait;
}

const hasSidecar = (): boolean => (status.peek()?.search_sidecar.state ?? 'off') !== 'off';

/** Records that a request got no response. */
export function recordOffline(): void {
  if (!online.value) return;
  online.value = false;
  schedulePoll();
}

/** Tells the other pages of this browser about writes of this one. */
const writes = new BroadcastChannel('notes.writes');

/** Reloads the status after a write of this page, here and in other pages, so that lists and open notes update at once. */
export function refreshStatus(): void {
  writes.postMessage(null);
  void followStatus();
}

onNoAnswer(recordOffline);

writes.onmessage = () => {
  if (!document.hidden) void followStatus();
};

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void followStatus();
});

// The device has a network again, long before the next probe.
addEventListener('online', () => void followStatus());

/** Runs `run` once when the service is reachable again. */
export function whenOnline(run: () => void): () => void {
  let wasOnline = online.peek();
  return effect(() => {
    if (online.value && !wasOnline) run();
    wasOnline = online.value;
  });
}
