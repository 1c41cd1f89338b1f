import { useEffect, useState } from 'preact/hooks';
import { online, whenOnline } from '../kernel/connection.js';
import { makeLazy } from '../ui/lazy.js';
import type { LeftDraft } from './replay.js';
import { pendingDrafts, refreshPending } from './shared-journal.js';
import { text } from './texts.js';

const LeftDrafts = makeLazy(async () => (await import('./left-drafts.js')).LeftDrafts);

/**
 * Saves all pending drafts. The code for this is loaded only when there are drafts; if it cannot be loaded, they wait.
 */
async function replayAll(): Promise<readonly LeftDraft[]> {
  await refreshPending();
  if (pendingDrafts.peek().length === 0) return [];
  const loaded = await import('./replay.js').catch(() => undefined);
  return loaded === undefined ? [] : loaded.replayDrafts();
}

/** Banner for the drafts of this browser that wait to be saved or cannot be saved; empty when there are none. */
export function PendingDrafts() {
  const [isRunning, setRunning] = useState(false);
  const [leftDrafts, setLeftDrafts] = useState<readonly LeftDraft[]>([]);
  useEffect(() => {
    void refreshPending();
    return whenOnline(() => void replayAll());
  }, []);
  const pending = pendingDrafts.value;
  if (pending.length === 0) return null;
  const restore = async () => {
    setRunning(true);
    setLeftDrafts(await replayAll());
    setRunning(false);
  };
  const stillPending = leftDrafts.filter(({ draft }) => pending.some(({ key }) => key === draft.key));
  return (
    <>
      <button type="button" class="chip warn" disabled={isRunning || !online.value} onClick={() => void restore()}>
        {text.restoreDrafts(pending.length)}
      </button>
      {stillPending.length > 0 && <LeftDrafts drafts={stillPending} onClose={() => setLeftDrafts([])} />}
    </>
  );
}
