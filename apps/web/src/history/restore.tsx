import { formatError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { replaceLocation } from '../kernel/router.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { attempt } from '../ui/use-action.js';
import type { Revision } from './group-sessions.js';
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
    <ServiceButton variant="primary" onClick={() => restore(id, revision.revision_id, current.revision_id)}>
      {text.restore}
    </ServiceButton>
  );

/** Creates a new revision with the text of an old one. Undo restores the previous current revision. */
function restore(document_id: string, revision_id: string, base_revision_id: string): void {
  const act = async () => {
    const note = await call('restoreRevision', { document_id, revision_id, base_revision_id });
    replaceLocation(['n', document_id, 'history'], {});
    const undo = () => restore(document_id, base_revision_id, note.current_revision_id);
    notify(text.restored, { label: text.undo, run: undo });
  };
  void attempt(act, (error) => text.restoreFailed(formatError(error)));
}
