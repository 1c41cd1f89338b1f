import type { Output } from '@notes/contract';
import { batch, effect, signal } from '@preact/signals';
import { call } from '../api/client.js';
import { ping } from '../api/ping.js';
import { asRefusal, onNoAnswer } from '../api/refusal.js';

export type Status = Output<'getStatus'>;

/** The last status the service gave; undefined before the first. */
export const status = signal<Status | undefined>(undefined);
/** Whether the service answered when it was last asked. */
export const online = signal(true);
/** Grows when the library changed, whoever changed it. */
export const libraryVersion = signal(0);
/** Grows when the service answers again. */
export const timesBack = signal(0);

const POLL_MS = 15_000;
/** A status that takes longer does not come: asking must go on. */
const ANSWER_MS = 20_000;
/** How soon a service that is away is asked again. */
const PROBES_MS = [1_000, 2_000, 5_000, 10_000, POLL_MS];

let probe = 0;
let timer: number | undefined;

/** Asks for the status now, and again from time to time while the page is seen. */
export async function followStatus(): Promise<void> {
  try {
    await ping();
    const current = await call('getStatus', {}, AbortSignal.timeout(ANSWER_MS));
    probe = 0;
    batch(() => {
      if (!online.peek()) timesBack.value += 1;
      online.value = true;
      status.value = current;
      libraryVersion.value = current.database_info.change_counter;
    });
  } catch (error) {
    asRefusal(error);
  } finally {
    askAgainLater();
  }
}

function askAgainLater(): void {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(() => void followStatus(), nextPoll());
}

function nextPoll(): number {
  if (online.value) return POLL_MS;
  const wait = PROBES_MS[Math.min(probe, PROBES_MS.length - 1)] as number;
  probe += 1;
  return wait;
}

/** Where a request got no answer. */
export function noteOffline(): void {
  if (!online.value) return;
  online.value = false;
  askAgainLater();
}

/** To be called after a write of this page: lists follow at once. */
export const noteChange = (): void => void followStatus();

onNoAnswer(noteOffline);

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void followStatus();
});

/** Runs once the service answers again. */
export function whenOnline(run: () => void): () => void {
  let wasOnline = online.peek();
  return effect(() => {
    if (online.value && !wasOnline) run();
    wasOnline = online.value;
  });
}
