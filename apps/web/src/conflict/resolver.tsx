import { useEffect, useRef, useState } from 'preact/hooks';
import { noteChange } from '../app/connection.js';
import { go } from '../app/router.js';
import type { NoteText } from '../drafts/note-text.js';
import type { Outcome } from '../drafts/remote.js';
import { service } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import type { Hunk, Side } from './decisions.js';
import type { Conflict } from './load.js';
import { Result } from './result.js';
import { text } from './texts.js';

interface ResolverProps {
  readonly conflict: Conflict;
  /** Begins anew: the note was changed elsewhere once more. */
  readonly onStale: () => void;
}

const sides: readonly Side[] = ['mine', 'theirs', 'both'];

/** Decides between what was written here and elsewhere, place by place. Leaving it discards nothing. */
export function Resolver({ conflict, onStale }: ResolverProps) {
  const { draft, theirs, merge } = conflict;
  const [result] = useState(() => new Result(merge.regions));
  const [title, setTitle] = useState(merge.title ?? draft.text.title);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(result.view.dom);
    return () => result.view.destroy();
  }, [result]);
  const hunks = result.hunks.value;
  const open = hunks.filter(({ isDecided }) => !isDecided).length;
  return (
    <section class="resolver" aria-label={text.conflict}>
      <h1>{text.heading}</h1>
      <label class="resolver-title">
        {text.title}
        <input value={title} onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
      </label>
      {merge.title === undefined && <p>{text.titles(draft.text.title, theirs.title)}</p>}
      <ol class="hunks">
        {hunks.map((hunk, index) => (
          <HunkChoice key={index} hunk={hunk} index={index} onChoose={(side) => result.choose(index, side)} />
        ))}
      </ol>
      <h2>{text.result}</h2>
      <div ref={host} class="resolver-result" />
      <p role="status">{open === 0 ? text.allDecided : text.stillOpen(open, hunks.length)}</p>
      <Endings
        conflict={conflict}
        result={open === 0 ? () => ({ title, body: result.body }) : undefined}
        onStale={onStale}
      />
    </section>
  );
}

interface EndingsProps extends ResolverProps {
  /** Undefined while there is something to decide. */
  readonly result: (() => NoteText) | undefined;
}

/** The ways out of a conflict, of which one is gone. */
function Endings({ conflict: { draft, theirs }, result, onStale }: EndingsProps) {
  const [isEnding, end] = useEnding(onStale);
  const save = (chosen: NoteText) => end(draft.key, () => service.replace(draft.key, chosen, theirs.revisionId));
  const takeTheirs = async (): Promise<Outcome> => {
    notify(text.theirsKept, {
      label: text.undo,
      run: () => void journal.put(draft).then(() => go(['n', draft.key, 'conflict'])),
    });
    return { kind: 'done', note: theirs };
  };
  return (
    <footer class="resolver-actions">
      <ServiceButton
        look="primary"
        disabled={result === undefined || isEnding}
        onClick={() => result && save(result())}
      >
        {text.saveResult}
      </ServiceButton>
      <ServiceButton disabled={isEnding} onClick={() => save(draft.text)}>
        {text.keepMine}
      </ServiceButton>
      <button type="button" class="button" disabled={isEnding} onClick={() => end(draft.key, takeTheirs)}>
        {text.takeTheirs}
      </button>
      <ServiceButton
        disabled={isEnding}
        onClick={() => end(draft.key, () => service.create(draft.text, theirs.notebookId))}
      >
        {text.saveAsNew}
      </ServiceButton>
    </footer>
  );
}

type End = (draftKey: string, act: () => Promise<Outcome>) => void;

/** Ends a conflict once: when it is done the screen stays until the note is there, and a second click finds no button. */
function useEnding(onStale: () => void): [isEnding: boolean, end: End] {
  const [isEnding, setEnding] = useState(false);
  const run = async (draftKey: string, act: () => Promise<Outcome>) => {
    setEnding(true);
    const outcome = await act();
    if (outcome.kind === 'done') {
      await journal.remove(draftKey);
      noteChange();
      return go(['n', outcome.note.id]);
    }
    setEnding(false);
    if (outcome.kind === 'stale') onStale();
    else notify(outcome.kind === 'refused' ? outcome.message : text.noAnswer);
  };
  return [isEnding, (draftKey, act) => void (isEnding || run(draftKey, act))];
}

interface HunkChoiceProps {
  readonly hunk: Hunk & { readonly isDecided: boolean };
  readonly index: number;
  readonly onChoose: (side: Side) => void;
}

const HunkChoice = ({ hunk, index, onChoose }: HunkChoiceProps) => (
  <li class="hunk" aria-label={hunk.isDecided ? text.decidedPlace(index + 1) : text.place(index + 1)}>
    {(['base', 'mine', 'theirs'] as const).map((side) => (
      <figure key={side}>
        <figcaption>{text[side]}</figcaption>
        <pre>{hunk[side]}</pre>
      </figure>
    ))}
    <div>
      {sides.map((side) => (
        <button key={side} type="button" class="button" onClick={() => onChoose(side)}>
          {text[side]}
        </button>
      ))}
    </div>
  </li>
);
