import { useState } from 'preact/hooks';
import { Options, useListbox } from './listbox.js';
import { text } from './texts.js';
import { type Suggestion, useSuggestions } from './use-suggestions.js';
import './note-picker.css';

interface NotePickerProps {
  readonly label: string;
  readonly onPick: (note: Suggestion) => void;
}

/** Field that finds a note by title: arrows choose, Enter accepts, Esc closes. */
export function NotePicker({ label, onPick }: NotePickerProps) {
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions(typed);
  const pick = (index: number) => {
    onPick(suggestions[index] as Suggestion);
    setTyped('');
  };
  const box = useListbox({ count: suggestions.length, onChoose: pick });
  const press = (event: KeyboardEvent) => {
    if (box.press(event) || event.key !== 'Escape') return;
    event.preventDefault();
    setTyped('');
  };
  return (
    <div class="note-picker">
      <label class="field">
        {label}
        <input
          dir="auto"
          {...box.field}
          placeholder={text.noteTitle}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            box.reset();
          }}
          onKeyDown={press}
        />
      </label>
      <Options box={box} label={label} options={suggestions.map(({ document_id, title }) => [document_id, title])} />
    </div>
  );
}
