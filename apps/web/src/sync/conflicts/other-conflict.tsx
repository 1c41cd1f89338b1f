import { fill } from '../../text/catalogue.js';
import { Page } from '../../ui/page.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import type { Conflict } from './conflict-resolution.js';
import { About, getSubject } from './conflict-subject.js';
import { resolveAndLeave } from './resolve-and-leave.js';
import { resolutionLabels, text } from './texts.js';

interface OtherConflictProps {
  readonly conflict: Conflict;
  readonly onStale: () => void;
}

/** A conflict that is resolved, or has no texts to merge. */
export const OtherConflict = ({ conflict, onStale }: OtherConflictProps) => (
  <Page title={text.conflict}>
    <About conflict={conflict} />
    {conflict.state === 'open' ? (
      <ConfirmResolution conflict={conflict} onStale={onStale} />
    ) : (
      <ResolvedConflict conflict={conflict} />
    )}
  </Page>
);

/** Shows how the conflict was resolved automatically; the user can only confirm it. */
function ConfirmResolution({ conflict, onStale }: OtherConflictProps) {
  const { isRunning, error, run } = useAction();
  const isName = conflict.kind === 'name_collision';
  const agree = () =>
    run(async () => {
      const isResolved = await resolveAndLeave({
        conflict_id: conflict.conflict_id,
        resolution: isName ? 'keep_both' : 'keep_local',
      });
      if (!isResolved) onStale();
    });
  return (
    <>
      <p class="lead">{isName ? text.sameNameLead : text.purgedLead}</p>
      {isName && <p>{fill(text.displayedAs, { name: <strong>{getSubject(conflict)}</strong> })}</p>}
      <ErrorMessage error={error} />
      <div class="row-actions">
        <ServiceButton variant="primary" disabled={isRunning} onClick={agree}>
          {isName ? text.keepNames : text.keepNote}
        </ServiceButton>
      </div>
    </>
  );
}

const ResolvedConflict = ({ conflict: { resolution } }: { readonly conflict: Conflict }) => (
  <p role="status">{text.conflictClosed(resolution === null ? text.supersededReason : resolutionLabels[resolution])}</p>
);
