import { useState } from 'preact/hooks';
import { type ApiError, asRefusal } from '../api/refusal.js';
import { useReload } from './use-reload.js';

/** What a screen shows of something it asked for. Earlier data stay while newer are fetched, or cannot be. */
export interface Data<T> {
  readonly value: T | undefined;
  readonly error: ApiError | undefined;
  /** When `value` came, milliseconds since 1970. */
  readonly at: number | undefined;
  readonly reload: () => void;
}

interface Kept<T> {
  readonly key: string;
  readonly value?: T | undefined;
  readonly error?: ApiError | undefined;
  readonly at?: number | undefined;
}

/**
 * Loads something and keeps it current: again when `key` changes, when the library does, and when the service is back.
 */
export function useData<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Data<T> {
  const [kept, keep] = useState<Kept<T>>({ key });
  const reload = useReload(key, (signal) => {
    load(signal).then(
      (value) => {
        if (!signal.aborted) keep({ key, value, at: Date.now() });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const refusal = asRefusal(error);
        keep((before) => ({ ...(before.key === key ? before : { key }), error: refusal }));
      },
    );
  });
  const { value, error, at }: Kept<T> = kept.key === key ? kept : { key };
  return { value, error, at, reload };
}
