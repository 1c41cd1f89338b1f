import { fill } from '../text/fill.js';
import { Empty } from '../ui/states.js';
import { NoNotes, useIsUnused } from './no-notes.js';
import { listed } from './pane.js';
import { text } from './texts.js';

const keys = { j: <kbd>j</kbd>, k: <kbd>k</kbd>, enter: <kbd>Enter</kbd>, x: <kbd>x</kbd> };

/** Beside a list of which no note is open; nothing beside one that has none. */
export function NothingOpen() {
  const isUnused = useIsUnused();
  if (isUnused) return <NoNotes />;
  if (!listed.value) return null;
  return (
    <Empty>
      <p>{text.chooseNote}</p>
      <p class="empty-hint">{fill(text.listKeys, keys)}</p>
    </Empty>
  );
}
