import type { NoteText } from '../drafts/note-text.js';
import type { Outcome } from '../drafts/remote.js';
import { remoteService } from '../drafts/service.js';
import { go } from '../kernel/router.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import type { DraftResolution } from './draft-resolution.js';
import { draftResolutions } from './draft-resolution.js';
import type { ResultKeeper } from './keeper.js';
import type { Result } from './result.js';
import { text } from './texts.js';
import { useResolutionAction } from './use-resolution-action.js';

interface ResolutionActionsProps {
  readonly deciding: DraftResolution;
  readonly result: Result;
  readonly keeper: ResultKeeper;
  readonly onStale: () => void;
}

/** Buttons that end a conflict. */
export function ResolutionActions(props: ResolutionActionsProps) {
  const { deciding, result } = props;
  const { key, draft, theirs } = deciding;
  const { isFinishing, finish, stopWaiting } = useResolutionAction(props);
  const replace = (chosen: NoteText) => finish(() => remoteService.replace(key, chosen, theirs.revisionId));
  const saveResult = () => {
    const { title = deciding.myTitle, body } = result.made;
    replace({ title, body });
  };
  const keepTheirs = async (): Promise<Outcome> => {
    const restored = { ...deciding, ...result.made, isTakenBack: true };
    const undo = () => void draftResolutions.put(restored).then(() => go(['n', key, 'conflict']));
    notify(text.keptTheirs, { label: text.undo, run: undo });
    return { kind: 'done', note: theirs };
  };
  return (
    <>
      <div role="status">{stopWaiting && <Waiting onStop={stopWaiting} />}</div>
      <footer class="resolver-actions">
        <ServiceButton variant="primary" disabled={result.open.value > 0 || isFinishing} onClick={saveResult}>
          {text.saveResult}
        </ServiceButton>
        <ServiceButton disabled={isFinishing} onClick={() => replace(draft.text)}>
          {text.keepMine}
        </ServiceButton>
        <button type="button" class="button" disabled={isFinishing} onClick={() => finish(keepTheirs)}>
          {text.keepTheirs}
        </button>
        <ServiceButton
          disabled={isFinishing}
          onClick={() => finish(() => remoteService.create(draft.text, theirs.notebookId))}
        >
          {text.saveAsNew}
        </ServiceButton>
      </footer>
    </>
  );
}

const Waiting = ({ onStop }: { readonly onStop: () => void }) => (
  <div class="banner">
    <p>{text.lockedByOtherTab}</p>
    <button type="button" class="button" onClick={onStop}>
      {text.stopWaiting}
    </button>
  </div>
);
