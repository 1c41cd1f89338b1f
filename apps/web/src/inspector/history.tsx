import { RevisionList } from '../history/revision-list.js';
import { useRevisions } from '../history/revisions.js';
import { href } from '../kernel/router.js';
import { Loaded } from '../ui/states.js';
import type { InspectorProps } from './inspector-props.js';
import { text } from './tab-texts.js';
import '../history/history.css';

/** Revisions, newest first. Their changes are shown on a screen of their own. */
export function HistoryTab({ document_id }: InspectorProps) {
  const revisions = useRevisions(document_id);
  const segments = ['n', document_id, 'history'];
  return (
    <>
      <p>
        <a class="button" href={href(segments)}>
          {text.compareAndRestore}
        </a>
      </p>
      <Loaded data={revisions}>
        {(page) => <RevisionList {...page} hrefOf={({ revision_id }) => href(segments, { to: revision_id })} />}
      </Loaded>
    </>
  );
}
