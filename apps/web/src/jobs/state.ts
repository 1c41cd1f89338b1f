import type { Output } from '@notes/contract';
import { useEffect } from 'preact/hooks';
import type { Data } from '../kernel/use-data.js';

export type Job = Output<'getJob'>;

const BUSY_MS = 1_000;
const IDLE_MS = 15_000;

export const isActive = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'running';

/** Returns true when a cancelled job has not reached its next checkpoint yet. */
export const isStopping = ({ state, cancel_requested }: Pick<Job, 'state' | 'cancel_requested'>): boolean =>
  state === 'running' && cancel_requested;

/** Returns the operations available for a job in its state. */
export function listJobActions({
  state,
  cancel_requested,
}: Pick<Job, 'state' | 'cancel_requested'>): readonly JobAction[] {
  if (isActive({ state })) return cancel_requested ? [] : ['cancelJob'];
  return state === 'succeeded' ? [] : ['retryJob', 'resetJob'];
}

export type JobAction = 'cancelJob' | 'retryJob' | 'resetJob';

/**
 * Reloads periodically while the page is visible: every second while something runs, and never before the last
 * response.
 */
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
