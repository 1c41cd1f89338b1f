import type { Output } from '@notes/contract';
import { useEffect } from 'preact/hooks';
import type { Data } from '../app/use-data.js';

export type Job = Output<'getJob'>;

const BUSY_MS = 1_000;
const IDLE_MS = 15_000;

export const isGoing = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'running';

/** Asked to be cancelled, and on its way to the next checkpoint. */
export const isStopping = ({ state, cancel_requested }: Pick<Job, 'state' | 'cancel_requested'>): boolean =>
  state === 'running' && cancel_requested;

/** What may be asked of a job in its state. */
export function offersOf({ state, cancel_requested }: Pick<Job, 'state' | 'cancel_requested'>): readonly Offer[] {
  if (isGoing({ state })) return cancel_requested ? [] : ['cancelJob'];
  return state === 'succeeded' ? [] : ['retryJob', 'resetJob'];
}

export type Offer = 'cancelJob' | 'retryJob' | 'resetJob';

/** Asks again while the page is seen: every second while something runs, but not before there is an answer. */
export function useReloading({ reload, at, error }: Data<unknown>, busy: boolean): void {
  useEffect(() => {
    let isAsked = false;
    const ask = () => {
      if (document.hidden || isAsked) return;
      isAsked = true;
      reload();
    };
    const timer = setInterval(ask, busy ? BUSY_MS : IDLE_MS);
    return () => clearInterval(timer);
  }, [busy, at, error]);
}
