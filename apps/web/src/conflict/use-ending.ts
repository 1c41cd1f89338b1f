import { useEffect, useRef, useState } from 'preact/hooks';
import { noteChange } from '../app/connection.js';
import { go } from '../app/router.js';
import { systemClock } from '../drafts/clock.js';
import type { Outcome } from '../drafts/remote.js';
import { notify } from '../ui/notices.js';
import { decide } from './decide.js';
import type { Deciding } from './deciding.js';
import type { ResultKeeper } from './keeper.js';
import { text } from './texts.js';

/** How long the tab that writes the note may take to let go of it before that is said. */
const LATE_MS = 3_000;

interface EndingOf {
  readonly deciding: Deciding;
  readonly keeper: ResultKeeper;
  readonly onStale: () => void;
}

interface Ending {
  readonly isEnding: boolean;
  readonly end: (act: () => Promise<Outcome>) => void;
  /** While another tab is late in letting go of the note: leaves everything as it is. */
  readonly stopWaiting: (() => void) | undefined;
}

/** Ends a conflict once: when it is done the screen stays until the note is there, and a second click finds no button. */
export function useEnding({ deciding: { draft }, keeper, onStale }: EndingOf): Ending {
  const [isEnding, setEnding] = useState(false);
  const [isLate, setLate] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const run = async (act: () => Promise<Outcome>) => {
    leaving.current = new AbortController();
    setEnding(true);
    await keeper.keep();
    const inTime = systemClock.after(LATE_MS, () => setLate(true));
    const begin = () => {
      inTime();
      setLate(false);
      return act();
    };
    const outcome = await decide(draft, begin, leaving.current.signal);
    if (outcome.kind === 'done') {
      keeper.end();
      noteChange();
      return go(['n', outcome.note.id]);
    }
    inTime();
    setLate(false);
    setEnding(false);
    if (outcome.kind === 'left') return;
    if (outcome.kind === 'stale') onStale();
    const stopped = outcome.kind === 'stale' ? text.changedAgain : text.noAnswer;
    notify(outcome.kind === 'refused' ? outcome.message : stopped);
  };
  return {
    isEnding,
    end: (act) => void (isEnding || run(act)),
    stopWaiting: isLate ? () => leaving.current.abort() : undefined,
  };
}
