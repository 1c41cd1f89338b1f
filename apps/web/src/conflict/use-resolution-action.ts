import { useEffect, useRef, useState } from 'preact/hooks';
import { systemClock } from '../drafts/clock.js';
import type { Outcome } from '../drafts/remote.js';
import { refreshStatus } from '../kernel/connection.js';
import { go } from '../kernel/router.js';
import { notify } from '../ui/notices.js';
import { decide } from './decide.js';
import type { DraftResolution } from './draft-resolution.js';
import type { ResultKeeper } from './keeper.js';
import type { Result } from './result.js';
import { text } from './texts.js';

/** Wait for the tab that writes the note after which a message is shown. */
const LATE_MS = 3_000;

interface ResolutionActionOptions {
  readonly deciding: DraftResolution;
  readonly result: Result;
  readonly keeper: ResultKeeper;
  readonly onStale: () => void;
}

interface ResolutionAction {
  readonly isFinishing: boolean;
  readonly finish: (act: () => Promise<Outcome>) => void;
  /** Stops waiting for another tab that is slow to release the note, and changes nothing. */
  readonly stopWaiting: (() => void) | undefined;
}

/**
 * Runs the action that ends a conflict, once. The screen stays until the note is loaded, and offers no action
 * meanwhile.
 */
export function useResolutionAction({
  deciding: { draft },
  result,
  keeper,
  onStale,
}: ResolutionActionOptions): ResolutionAction {
  const [isFinishing, setEnding] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const leaveController = useRef(new AbortController());
  useEffect(() => () => leaveController.current.abort(), []);
  const run = async (act: () => Promise<Outcome>) => {
    leaveController.current = new AbortController();
    setEnding(true);
    result.setReadOnly(true);
    await keeper.keep();
    const inTime = systemClock.after(LATE_MS, () => setWaiting(true));
    const perform = () => {
      inTime();
      setWaiting(false);
      return act();
    };
    const outcome = await decide(draft, perform, leaveController.current.signal);
    if (outcome.kind === 'done') {
      keeper.end();
      refreshStatus();
      return go(['n', outcome.note.id]);
    }
    inTime();
    setWaiting(false);
    setEnding(false);
    result.setReadOnly(false);
    if (outcome.kind === 'left') return;
    if (outcome.kind === 'stale') onStale();
    const failureText = outcome.kind === 'stale' ? text.changedAgain : text.noAnswer;
    notify(outcome.kind === 'refused' ? outcome.message : failureText);
  };
  return {
    isFinishing,
    finish: (act) => void (isFinishing || run(act)),
    stopWaiting: isWaiting ? () => leaveController.current.abort() : undefined,
  };
}
