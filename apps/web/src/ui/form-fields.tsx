import { text } from './texts.js';

interface SelectProps<Value extends string> {
  readonly label: string;
  /** Labels by value, in the order of the list. */
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Class of the label. */
  readonly class?: string;
}

/** A labelled drop-down list. */
export const Select = <Value extends string>({
  label,
  options,
  value,
  onChange,
  class: className,
}: SelectProps<Value>) => (
  <label class={className}>
    {label}
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
      {Object.entries<string>(options).map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice among a few values, as radio buttons. */
export const Choices = <Value extends string>({ legend, options, value, onChange }: ChoicesProps<Value>) => (
  <fieldset class="choices">
    <legend>{legend}</legend>
    {(Object.entries(options) as [Value, string][]).map(([option, label]) => (
      <label key={option} class="inline">
        <input type="radio" name={legend} checked={option === value} onChange={() => onChange(option)} />
        {label}
      </label>
    ))}
  </fieldset>
);

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A labelled checkbox. */
export const Check = ({ label, checked, disabled, onChange }: CheckProps) => (
  <label class="inline">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    {label}
  </label>
);

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
