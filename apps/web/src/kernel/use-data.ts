import { useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../api/api-error.js';
import { useReload } from './use-reload.js';

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
