import { copyText } from '../ui/copy-text.js';

interface GroupedCodeProps {
  readonly code: string;
  /** Label of the copy button. */
  readonly label: string;
}

/** A code to read off the screen, in groups of characters for reading aloud. */
export const GroupedCode = ({ code, label }: GroupedCodeProps) => (
  <div class="shown-code">
    <code>
      {code.split(/(?<=-)/).map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </code>
    <button type="button" class="button" onClick={() => void copyText(code)}>
      {label}
    </button>
  </div>
);

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** Field for a pairing or recovery code. */
export const CodeField = ({ label, value, onChange }: CodeFieldProps) => (
  <label class="field">
    {label}
    <input
      class="code-field"
      value={value}
      required
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
    />
  </label>
);
