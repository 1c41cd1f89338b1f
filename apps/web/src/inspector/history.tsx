import { href } from '../app/router.js';
import { RevisionList } from '../history/revision-list.js';
import { useRevisions } from '../history/revisions.js';
import { Loaded } from '../ui/states.js';
import type { InspectorProps } from './inspector.js';
import '../history/history.css';

/** The latest revisions; what changed in each is on a screen of its own. */
export function HistoryTab({ document_id }: InspectorProps) {
  const revisions = useRevisions(document_id);
  return (
    <>
      <p>
        <a class="button" href={href(['n', document_id, 'history'])}>
          Compare and restore
        </a>
      </p>
      <Loaded data={revisions}>
        {(list) => (
          <RevisionList
            revisions={list}
            hrefOf={({ revision_id }) => href(['n', document_id, 'history'], { to: revision_id })}
          />
        )}
      </Loaded>
    </>
  );
}
