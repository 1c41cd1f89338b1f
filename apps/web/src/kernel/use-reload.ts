import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { libraryVersion, reconnectCount } from './connection.js';

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
