import { href } from '../kernel/router.js';
import { Dialog } from '../ui/dialog.js';
import { formatTitle } from '../ui/note-link.js';
import { notify } from '../ui/notices.js';
import { type Draft, isNewKey } from './journal.js';
import { reasons, text } from './left-drafts-texts.js';
import type { LeftDraft } from './replay.js';
import type { SaveStatus } from './save-types.js';
import './left-drafts.css';

interface LeftDraftsProps {
  readonly drafts: readonly LeftDraft[];
  readonly onClose: () => void;
}

/** Lists drafts that could not be saved, with the reason and the actions for each. */
export function LeftDrafts({ drafts, onClose }: LeftDraftsProps) {
  const discard = async (draft: Draft) => {
    const { discardDraft, restoreStoredDraft } = await import('./replay.js');
    if (!(await discardDraft(draft.key))) return notify(text.openInOtherTab);
    notify(text.changesDiscarded(formatTitle(draft.text.title)), {
      label: text.undo,
      run: () => void restoreStoredDraft(draft),
    });
  };
  return (
    <Dialog title={text.cannotSaveYet(drafts.length)} onClose={onClose}>
      <ul class="left-drafts">
        {drafts.map(({ draft, status }) => (
          <li key={draft.key}>
            <a dir="auto" href={getDraftAddress(draft, status)}>
              {formatTitle(draft.text.title)}
            </a>
            <p>{getReason(status)}</p>
            <button type="button" class="button" onClick={() => void discard(draft)}>
              {text.discardChanges(formatTitle(draft.text.title))}
            </button>
          </li>
        ))}
      </ul>
      <div class="form-buttons">
        <button type="button" class="button" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}

/** Returns the address of the screen on which a draft can be resolved. */
function getDraftAddress({ key }: Draft, { word }: SaveStatus): string {
  if (isNewKey(key)) return href(['new'], { draft: key });
  return href(word === 'conflict' ? ['n', key, 'conflict'] : ['n', key]);
}

const getReason = (status: SaveStatus): string =>
  ('message' in status ? status.message : undefined) ?? reasons[status.word];
