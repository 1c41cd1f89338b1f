import { useEffect, useState } from 'preact/hooks';
import { online, whenOnline } from '../app/connection.js';
import { replayDrafts } from './replay.js';
import { pendingDrafts, refreshPending } from './shared-journal.js';
import { text } from './texts.js';

/** The drafts of this browser that wait to be brought to the server; nothing where none does. */
export function PendingDrafts() {
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    void refreshPending();
    return whenOnline(() => void replayDrafts());
  }, []);
  const count = pendingDrafts.value.length;
  if (count === 0) return null;
  const restore = async () => {
    setRunning(true);
    await replayDrafts();
    setRunning(false);
  };
  return (
    <button type="button" class="chip warn" disabled={isRunning || !online.value} onClick={() => void restore()}>
      {text.restore(count)}
    </button>
  );
}
