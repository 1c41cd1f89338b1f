import { fill } from '../text/fill.js';
import { Empty } from '../ui/states.js';
import { FirstRun, useHasNoOwnNotes } from './first-run.js';
import { listedCount } from './pane.js';
import { text } from './texts.js';

const keys = { j: <kbd>j</kbd>, k: <kbd>k</kbd>, enter: <kbd>Enter</kbd>, x: <kbd>x</kbd> };

/** Shown beside a list while no note is open; empty beside an empty list. */
export function NothingOpen() {
  const hasNoOwnNotes = useHasNoOwnNotes();
  if (hasNoOwnNotes) return <FirstRun />;
  if (!listedCount.value) return null;
  return (
    <Empty>
      <p>{text.chooseNote}</p>
      <p class="empty-hint">{fill(text.listKeys, keys)}</p>
    </Empty>
  );
}
