import { useEffect, useState } from 'preact/hooks';
import { online, whenOnline } from '../app/connection.js';
import { LeftDrafts } from './left-drafts.js';
import { type LeftDraft, replayDrafts } from './replay.js';
import { pendingDrafts, refreshPending } from './shared-journal.js';
import { text } from './texts.js';

/** The drafts of this browser that wait to be brought to the server, and those that cannot be; nothing where none does. */
export function PendingDrafts() {
  const [isRunning, setRunning] = useState(false);
  const [left, setLeft] = useState<readonly LeftDraft[]>([]);
  useEffect(() => {
    void refreshPending();
    return whenOnline(() => void replayDrafts());
  }, []);
  const pending = pendingDrafts.value;
  if (pending.length === 0) return null;
  const restore = async () => {
    setRunning(true);
    setLeft(await replayDrafts());
    setRunning(false);
  };
  const stillLeft = left.filter(({ draft }) => pending.some(({ key }) => key === draft.key));
  return (
    <>
      <button type="button" class="chip warn" disabled={isRunning || !online.value} onClick={() => void restore()}>
        {text.restore(pending.length)}
      </button>
      {stillLeft.length > 0 && <LeftDrafts left={stillLeft} onClose={() => setLeft([])} />}
    </>
  );
}
