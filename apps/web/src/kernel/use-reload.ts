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
  const [turn, setTurn] = useState(0);
  const version = useContext(FollowedVersion).value;
  const back = reconnectCount.value;
  // `load` is a new function at each render; `key` identifies the request.
  useEffect(() => {
    const ending = new AbortController();
    load(ending.signal);
    return () => ending.abort();
  }, [key, turn, version, back]);
  return () => setTurn((before) => before + 1);
}
