import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../api/api-error.js';
import { libraryVersion, reconnectCount } from './connection.js';

/** Data requested by a screen. Earlier data stay while newer are loading or cannot be loaded. */
export interface Data<T> {
  readonly value: T | undefined;
  readonly error: ApiError | undefined;
  /** Time at which `value` arrived, in milliseconds since the Unix epoch. */
  readonly at: number | undefined;
  readonly reload: () => void;
}

interface Stored<T> {
  readonly key: string;
  readonly value?: T | undefined;
  readonly error?: ApiError | undefined;
  readonly at?: number | undefined;
}

/**
 * Loads data and keeps them current: reloads when `key` or the library changes, and when the service is reachable
 * again.
 */
export function useData<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Data<T> {
  const [stored, store] = useState<Stored<T>>({ key });
  const reload = useReload(key, (signal) => {
    load(signal).then(
      (value) => {
        if (!signal.aborted) store({ key, value, at: Date.now() });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const refusal = asApiError(error);
        store((before) => ({ ...(before.key === key ? before : { key }), error: refusal }));
      },
    );
  });
  const { value, error, at }: Stored<T> = stored.key === key ? stored : { key };
  return { value, error, at, reload };
}

/**
 * Library version that a part of the page follows. A part may wait with its own requests until it is known that its
 * subject still exists in the new version.
 */
export const FollowedVersion = createContext<ReadonlySignal<number>>(libraryVersion);

/**
 * Calls `load` now, and again when `key` or the library changes and when the service is reachable again. The signal
 * aborts the previous call. Returns a function that reloads.
 */
export function useReload(key: string, load: (signal: AbortSignal) => void): () => void {
  const [reloads, setReloads] = useState(0);
  const version = useContext(FollowedVersion).value;
  const reconnects = reconnectCount.value;
  // `load` is a new function at each render; `key` identifies the request.
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal);
    return () => controller.abort();
  }, [key, reloads, version, reconnects]);
  return () => setReloads((before) => before + 1);
}
