import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import { newRecoveryCode } from './recovery-code.js';
import { text } from './texts.js';

/** Creates a group with this device as its first. */
export function CreateGroup({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const { isRunning, error, run } = useAction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      newRecoveryCode.value = (await call('initializeSync', { name: name.trim() })).recovery_code;
      onDone();
    });
  };
  return (
    <form class="form" onSubmit={submit}>
      <p class="hint">{text.createGroupLead}</p>
      <DeviceNameField value={name} onChange={setName} />
      <ErrorMessage error={error} />
      <div class="row-actions">
        <ServiceButton type="submit" variant="primary" disabled={isRunning}>
          {text.createGroup}
        </ServiceButton>
      </div>
      <FromTerminal operation="initializeSync" words={['NAME']} />
    </form>
  );
}

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
