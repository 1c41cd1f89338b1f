import { call } from '../../api/client.js';
import { href } from '../../kernel/router.js';
import { useData } from '../../kernel/use-data.js';
import { text } from './texts.js';

interface NoteBannerProps {
  readonly documentId: string;
}

/** Link from a note to its conflict between devices. */
export function SyncConflictBanner({ documentId: document_id }: NoteBannerProps) {
  const data = useData(`conflicts of ${document_id}`, (signal) =>
    call('listConflicts', { document_id, limit: 1 }, signal),
  );
  const [conflict] = data.value?.conflicts ?? [];
  if (conflict === undefined) return null;
  return (
    <div class="banner">
      <p>{text.noteBanner}</p>
      <a class="button" href={href(['sync', 'conflicts', conflict.conflict_id])}>
        {text.resolveConflict}
      </a>
    </div>
  );
}
