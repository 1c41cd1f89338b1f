import { text } from './texts.js';

interface FieldProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Field for the name of this device. */
export const DeviceNameField = ({ value, onChange }: FieldProps) => (
  <label>
    {text.deviceName}
    <input
      value={value}
      required
      pattern=".*\S.*"
      autocomplete="off"
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
);
