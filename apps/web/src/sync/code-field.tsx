interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** A pairing or recovery code, as it is written down. */
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
