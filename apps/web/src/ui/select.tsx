interface SelectProps<Value extends string> {
  readonly label: string;
  /** What each value is called, in the order they are offered. */
  readonly options: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Of the label. */
  readonly class?: string;
}

/** One of a few, from a list. */
export const Select = <Value extends string>({ label, options, value, onChange, class: look }: SelectProps<Value>) => (
  <label class={look}>
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
