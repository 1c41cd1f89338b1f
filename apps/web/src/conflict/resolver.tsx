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

interface ResolverProps {
  readonly conflict: Conflict;
  /** Begins anew: the note was changed elsewhere once more. */
  readonly onStale: () => void;
}

const sides: readonly (readonly [Side, string])[] = [
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
  ['both', 'Both'],
];

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
    if (outcome.kind !== 'done')
      return notify(outcome.kind === 'refused' ? outcome.message : 'The service does not answer.');
    await journal.remove(draft.key);
    noteChange();
    go(['n', outcome.note.id]);
  };
  const save = (text: NoteText) => void finish(service.replace(draft.key, text, theirs.revisionId));
  const takeTheirs = async () => {
    await journal.remove(draft.key);
    notify('Theirs was kept', {
      label: 'Undo',
      run: () => void journal.put(draft).then(() => go(['n', draft.key, 'conflict'])),
    });
    go(['n', draft.key]);
  };
  return (
    <section class="resolver" aria-label="Conflict">
      <h1>The same lines were changed elsewhere</h1>
      <label class="resolver-title">
        Title
        <input value={title} onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
      </label>
      {merge.title === undefined && (
        <p>
          Mine: “{draft.text.title}” · Theirs: “{theirs.title}”
        </p>
      )}
      <ol class="hunks">
        {hunks.map((hunk, index) => (
          <HunkChoice key={index} hunk={hunk} index={index} onChoose={(side) => result.choose(index, side)} />
        ))}
      </ol>
      <h2>Result</h2>
      <div ref={host} class="resolver-result" />
      <p role="status">{open === 0 ? 'All is decided.' : `Still to be decided: ${open} of ${hunks.length}`}</p>
      <footer class="resolver-actions">
        <button
          type="button"
          class="button primary"
          disabled={open > 0}
          onClick={() => save({ title, body: result.body })}
        >
          Save result
        </button>
        <button type="button" class="button" onClick={() => save(draft.text)}>
          Keep mine
        </button>
        <button type="button" class="button" onClick={() => void takeTheirs()}>
          Take theirs
        </button>
        <button type="button" class="button" onClick={() => void finish(service.create(draft.text, theirs.notebookId))}>
          Save mine as a new note
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
  <li class="hunk" aria-label={`Place ${index + 1}${hunk.isDecided ? ', decided' : ''}`}>
    {(['base', 'mine', 'theirs'] as const).map((side) => (
      <figure key={side}>
        <figcaption>{side}</figcaption>
        <pre>{hunk[side]}</pre>
      </figure>
    ))}
    <div>
      {sides.map(([side, label]) => (
        <button key={side} type="button" class="button" onClick={() => onChoose(side)}>
          {label}
        </button>
      ))}
    </div>
  </li>
);
