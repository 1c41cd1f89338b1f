import { href } from '../kernel/router.js';
import { chipConflicts, chips, text } from './chip-texts.js';
import { hasGroup, lastOverview, useOverview } from './overview.js';
import './chip.css';

/** State of sync, if set up, with a link to the Sync Center. */
export function SyncChip() {
  useOverview();
  const overview = lastOverview.value;
  if (overview === undefined || (overview.state === 'off' && !hasGroup(overview))) return null;
  const { state, conflicts_open: open } = overview;
  const words = open > 0 ? chipConflicts.open(open) : chips[state];
  return (
    <a
      class={`chip sync-chip-${open > 0 ? 'attention' : state}`}
      href={href(open > 0 ? ['sync', 'conflicts'] : ['sync'])}
      aria-label={text.chip(words, state)}
    >
      <span class="dot" aria-hidden="true" /> <span class="wide-only">{words}</span>
    </a>
  );
}
