import { useId, useState } from 'preact/hooks';
import { type Suggestion, useSuggestions } from './suggestions.js';
import { text } from './texts.js';

interface NotePickerProps {
  readonly label: string;
  readonly onPick: (note: Suggestion) => void;
}

/** A field that finds a note by its title: arrows choose, Enter takes, Esc closes. */
export function NotePicker({ label, onPick }: NotePickerProps) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const found = useSuggestions(typed);
  const current = Math.min(at, found.length - 1);
  const pick = (note: Suggestion | undefined) => {
    if (note === undefined) return;
    onPick(note);
    setTyped('');
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((current + 1) % Math.max(found.length, 1)),
    ArrowUp: () => setAt((current + found.length - 1) % Math.max(found.length, 1)),
    Enter: () => pick(found[current]),
    Escape: () => setTyped(''),
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.isComposing) return;
    event.preventDefault();
    step();
  };
  return (
    <div class="note-picker">
      <label class="field">
        {label}
        <input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${list}-${current}` : undefined}
          autocomplete="off"
          placeholder={text.titleOfNote}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </label>
      <Options id={list} label={label} found={found} current={current} onPick={pick} />
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly found: readonly Suggestion[];
  readonly current: number;
  readonly onPick: (note: Suggestion) => void;
}

const Options = ({ id, label, found, current, onPick }: OptionsProps) => (
  <div id={id} role="listbox" aria-label={label} hidden={found.length === 0}>
    {found.map((note, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its list.
      // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the current option.
      <div
        key={note.document_id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === current}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(note)}
      >
        {note.title}
      </div>
    ))}
  </div>
);
