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
