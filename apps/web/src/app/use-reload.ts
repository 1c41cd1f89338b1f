import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { libraryVersion, timesBack } from './connection.js';

/**
 * The version of the library that is followed in a part of the page: what belongs to something that may be gone with
 * the next version is asked for only once that is known to be there still.
 */
export const FollowedVersion = createContext<ReadonlySignal<number>>(libraryVersion);

/**
 * Does `load` now, and again when `key` changes, when the library does, and when the service is back; the signal ends
 * the one before. Gives what does it again by hand.
 */
export function useReload(key: string, load: (signal: AbortSignal) => void): () => void {
  const [turn, setTurn] = useState(0);
  const version = useContext(FollowedVersion).value;
  const back = timesBack.value;
  // `load` is made anew by each render; `key` says what it loads.
  useEffect(() => {
    const ending = new AbortController();
    load(ending.signal);
    return () => ending.abort();
  }, [key, turn, version, back]);
  return () => setTurn((before) => before + 1);
}
