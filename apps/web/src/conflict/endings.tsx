import { useState } from 'preact/hooks';
import { noteChange } from '../app/connection.js';
import { go } from '../app/router.js';
import type { NoteText } from '../drafts/note-text.js';
import type { Outcome } from '../drafts/remote.js';
import { service } from '../drafts/service.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { decide } from './decide.js';
import type { Deciding } from './deciding.js';
import { decidings } from './decidings.js';
import type { ResultKeeper } from './keeper.js';
import type { Result } from './result.js';
import { text } from './texts.js';

interface EndingsProps {
  readonly deciding: Deciding;
  readonly result: Result;
  readonly keeper: ResultKeeper;
  readonly onStale: () => void;
}

/** The ways out of a conflict, of which one is gone. */
export function Endings(props: EndingsProps) {
  const { deciding, result } = props;
  const { key, draft, theirs } = deciding;
  const [isEnding, end] = useEnding(props);
  const replace = (chosen: NoteText) => end(() => service.replace(key, chosen, theirs.revisionId));
  const saveResult = () => {
    const { title = deciding.myTitle, body } = result.made;
    replace({ title, body });
  };
  const takeTheirs = async (): Promise<Outcome> => {
    const made = { ...deciding, ...result.made, isTakenBack: true };
    const undo = () => void decidings.put(made).then(() => go(['n', key, 'conflict']));
    notify(text.theirsKept, { label: text.undo, run: undo });
    return { kind: 'done', note: theirs };
  };
  return (
    <footer class="resolver-actions">
      <ServiceButton look="primary" disabled={result.open.value > 0 || isEnding} onClick={saveResult}>
        {text.saveResult}
      </ServiceButton>
      <ServiceButton disabled={isEnding} onClick={() => replace(draft.text)}>
        {text.keepMine}
      </ServiceButton>
      <button type="button" class="button" disabled={isEnding} onClick={() => end(takeTheirs)}>
        {text.takeTheirs}
      </button>
      <ServiceButton disabled={isEnding} onClick={() => end(() => service.create(draft.text, theirs.notebookId))}>
        {text.saveAsNew}
      </ServiceButton>
    </footer>
  );
}

type End = (act: () => Promise<Outcome>) => void;

/** Ends a conflict once: when it is done the screen stays until the note is there, and a second click finds no button. */
function useEnding({ deciding: { draft }, keeper, onStale }: EndingsProps): [isEnding: boolean, end: End] {
  const [isEnding, setEnding] = useState(false);
  const run = async (act: () => Promise<Outcome>) => {
    setEnding(true);
    await keeper.keep();
    const outcome = await decide(draft, act);
    if (outcome.kind === 'done') {
      keeper.end();
      noteChange();
      return go(['n', outcome.note.id]);
    }
    setEnding(false);
    if (outcome.kind === 'stale') onStale();
    const stopped = outcome.kind === 'stale' ? text.changedAgain : text.noAnswer;
    notify(outcome.kind === 'refused' ? outcome.message : stopped);
  };
  return [isEnding, (act) => void (isEnding || run(act))];
}
