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
