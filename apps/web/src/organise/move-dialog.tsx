import { useState } from 'preact/hooks';
import { foldText, splitWords } from '../finder/folded-name.js';
import { compareRanked, prepareTyped, rank, toCandidate } from '../finder/rank.js';
import { Dialog } from '../ui/dialog.js';
import { Option, useListbox } from '../ui/listbox.js';
import { useNotebookChoices, writable } from './notebook-options.js';
import type { NotebookChoice } from './notebooks.js';
import { text } from './texts.js';

interface MoveDialogProps {
  readonly title: string;
  /** Notebook that contains the note now. */
  readonly currentId?: string | undefined;
  readonly onMove: (notebook: NotebookChoice) => void;
  readonly onClose: () => void;
}

/** Finds a notebook by any words of its path: arrows choose, Enter moves there. */
export function MoveDialog({ title, currentId, onMove, onClose }: MoveDialogProps) {
  const [typed, setTyped] = useState('');
  const choices = findNotebooks(
    useNotebookChoices().filter((choice) => writable(choice) && choice.id !== currentId),
    typed,
  );
  const choose = (index: number) => {
    const choice = choices[index];
    if (choice === undefined) return;
    onClose();
    onMove(choice);
  };
  const box = useListbox({ count: choices.length, onChoose: choose });
  return (
    <Dialog title={title} onClose={onClose}>
      <input
        dir="auto"
        {...box.field}
        class="switcher-field"
        aria-label={text.notebook}
        placeholder={text.notebookName}
        autofocus
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          box.reset();
        }}
        onKeyDown={box.press}
      />
      <div id={box.id} role="listbox" aria-label={text.notebooks} class="switcher-found">
        {choices.map(({ id, path }, index) => (
          <Option key={id} box={box} index={index}>
            <span dir="auto">{path}</span>
          </Option>
        ))}
      </div>
      {choices.length === 0 && <p class="switcher-hint">{text.noNotebookFound}</p>}
    </Dialog>
  );
}

/** Returns the notebooks whose paths match the words, the best first; without words, all in the order of the tree. */
function findNotebooks(choices: readonly NotebookChoice[], typed: string): readonly NotebookChoice[] {
  const words = splitWords(typed);
  if (words.length === 0) return choices;
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return choices
    .flatMap(({ id, path }) => {
      const names = path.split(' / ');
      const target = { kind: 'notebook', id, name: names.pop() ?? '', container: names.join(' / '), tags: [] } as const;
      return rank(toCandidate({ ...target, updatedAt: 0 }), prepareTyped(foldText(typed), words), 0) ?? [];
    })
    .sort(compareRanked)
    .map(({ target }) => byId.get(target.id) as NotebookChoice);
}
