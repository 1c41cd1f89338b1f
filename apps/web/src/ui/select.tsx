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
