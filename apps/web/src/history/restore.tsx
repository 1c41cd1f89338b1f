import { call } from '../api/client.js';
import { asRefusal, inWords } from '../api/refusal.js';
import { noteChange } from '../app/connection.js';
import { replacePlace } from '../app/router.js';
import { notify } from '../ui/notices.js';
import type { Revision } from './sittings.js';
import { text } from './texts.js';

interface RestoreProps {
  readonly id: string;
  readonly revision: Revision;
  readonly current: Revision;
}

export const RestoreButton = ({ id, revision, current }: RestoreProps) =>
  current.revision_id === revision.revision_id ? (
    <span class="quiet">{text.isCurrent}</span>
  ) : (
    <button
      type="button"
      class="button primary"
      onClick={() => void restore(id, revision.revision_id, current.revision_id)}
    >
      {text.restore}
    </button>
  );

/** Makes a new revision with what an old one had; undone by restoring what was current before. */
async function restore(document_id: string, revision_id: string, base_revision_id: string): Promise<void> {
  try {
    const note = await call('restoreRevision', { document_id, revision_id, base_revision_id });
    noteChange();
    replacePlace(['n', document_id, 'history'], {});
    const undo = () => void restore(document_id, base_revision_id, note.current_revision_id);
    notify(text.restored, { label: text.undo, run: undo });
  } catch (error) {
    notify(text.notRestored(inWords(asRefusal(error))));
  }
}
