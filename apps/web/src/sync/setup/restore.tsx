import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { notify } from '../../ui/notices.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import { CodeField } from '../grouped-code.js';
import { DeviceNameField } from './create-group.js';
import { text } from './texts.js';

/** Restores the library of a group whose devices are all lost. */
export function Restore({ onDone }: { readonly onDone: () => void }) {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const { isRunning, error, run } = useAction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await call('recoverSync', { action: 'restore', recovery_code: code, name: name.trim() });
      notify(text.libraryRestored);
      onDone();
    });
  };
  return (
    <form class="form" onSubmit={submit}>
      <p class="hint">{text.restoreLead}</p>
      <CodeField label={text.recovery} value={code} onChange={setCode} />
      <DeviceNameField value={name} onChange={setName} />
      <ErrorMessage error={error} />
      <div class="row-actions">
        <ServiceButton type="submit" variant="primary" disabled={isRunning}>
          {text.restoreLibrary}
        </ServiceButton>
      </div>
      <FromTerminal operation="recoverSync" words={['restore', '--code', '-', '--name', 'NAME']} />
    </form>
  );
}
