import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { status } from '../kernel/connection.js';
import type { Finder } from './finder.js';
import type { FinderMessage } from './finder.worker.js';
import { listOpenedNotes } from './opened-notes.js';

let finder: Promise<Finder> | undefined;
let lastRequestId = 0;
const latest = signal<FinderMessage>({ requestId: 0, found: [], readCount: 0, isComplete: false });

/** Runs an action on the finder, whose code is loaded at the first use. */
function withFinder(act: (finder: Finder) => void): void {
  finder ??= import('./finder.js').then(
    (module) => new module.Finder((message) => message.requestId === lastRequestId && receive(message)),
  );
  finder.then(act, () => {
    // The next use loads the code again.
    finder = undefined;
  });
}

function receive(message: FinderMessage): void {
  latest.value = message;
}

interface FinderState extends Omit<FinderMessage, 'requestId' | 'isComplete'> {
  /** True when the first result is for the current text and stays the first. */
  readonly isSettled: boolean;
}

/**
 * Finds notes, notebooks, tags and headings by typed text; without text, the notes opened or changed last. Results of
 * the previous text stay until the next ones arrive. Follows the library while the calling component is mounted.
 *
 * @param leftOut id of a note that is not listed as opened last, such as the open one
 */
export function useFinder(typed: string, leftOut: string | undefined): FinderState {
  const openedNotes = useRef(listOpenedNotes()).current;
  const requested = useRef<string>(undefined);
  const { change_counter: version = 0, counts } = status.value?.database_info ?? {};
  useEffect(() => {
    if (counts !== undefined) withFinder((loaded) => loaded.update(version, counts.documents));
  }, [version]);
  useEffect(() => {
    lastRequestId += 1;
    const requestId = lastRequestId;
    requested.current = typed;
    const opened = openedNotes.filter((id) => id !== leftOut);
    withFinder((loaded) => requestId === lastRequestId && loaded.find({ requestId, typed, opened }));
  }, [typed, leftOut]);
  const { requestId, found, readCount, isComplete } = latest.value;
  const isCurrent = requested.current === typed && requestId === lastRequestId;
  return { found, readCount, isSettled: isCurrent && (found.length > 0 || isComplete) };
}
