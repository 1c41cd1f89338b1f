import { useEffect, useRef, useState } from 'preact/hooks';
import { noteChange } from '../app/connection.js';
import { go } from '../app/router.js';
import type { NoteText } from '../drafts/note-text.js';
import type { Outcome } from '../drafts/remote.js';
import { service } from '../drafts/service.js';
import { journal } from '../drafts/shared-journal.js';
import { notify } from '../ui/notices.js';
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
export function Resolver({ conflict: { draft, theirs, merge }, onStale }: ResolverProps) {
  const [result] = useState(() => new Result(merge.regions));
  const [title, setTitle] = useState(merge.title ?? draft.text.title);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(result.view.dom);
    return () => result.view.destroy();
  }, [result]);
  const hunks = result.hunks.value;
  const open = hunks.filter(({ isDecided }) => !isDecided).length;
  const finish = async (asking: Promise<Outcome>) => {
    const outcome = await asking;
    if (outcome.kind === 'stale') return onStale();
    if (outcome.kind !== 'done') return notify(outcome.kind === 'refused' ? outcome.message : text.noAnswer);
    await journal.remove(draft.key);
    noteChange();
    go(['n', outcome.note.id]);
  };
  const save = (chosen: NoteText) => void finish(service.replace(draft.key, chosen, theirs.revisionId));
  const takeTheirs = async () => {
    await journal.remove(draft.key);
    notify(text.theirsKept, {
      label: text.undo,
      run: () => void journal.put(draft).then(() => go(['n', draft.key, 'conflict'])),
    });
    go(['n', draft.key]);
  };
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
      <footer class="resolver-actions">
        <button
          type="button"
          class="button primary"
          disabled={open > 0}
          onClick={() => save({ title, body: result.body })}
        >
          {text.saveResult}
        </button>
        <button type="button" class="button" onClick={() => save(draft.text)}>
          {text.keepMine}
        </button>
        <button type="button" class="button" onClick={() => void takeTheirs()}>
          {text.takeTheirs}
        </button>
        <button type="button" class="button" onClick={() => void finish(service.create(draft.text, theirs.notebookId))}>
          {text.saveAsNew}
        </button>
      </footer>
    </section>
  );
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
