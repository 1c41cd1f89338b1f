import { text } from './texts.js';

interface FieldsProps {
  readonly name: string;
  readonly emoji: string;
  readonly onName: (name: string) => void;
  readonly onEmoji: (emoji: string) => void;
}

/** Fields for the name and the emoji of a sidebar entry. */
export const NameFields = ({ name, emoji, onName, onEmoji }: FieldsProps) => (
  <>
    <label>
      {text.name}
      <input
        dir="auto"
        value={name}
        required
        autocomplete="off"
        onInput={({ currentTarget }) => onName(currentTarget.value)}
      />
    </label>
    <label>
      {text.emoji}
      <input value={emoji} autocomplete="off" onInput={({ currentTarget }) => onEmoji(currentTarget.value)} />
    </label>
  </>
);
