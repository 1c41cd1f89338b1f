import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { notify } from '../ui/notices.js';
import { Refusal } from '../ui/refusal.js';
import { ServiceButton } from '../ui/service-button.js';
import { useAction } from '../ui/use-action.js';
import { text } from './texts.js';

interface DeleteFormProps {
  readonly resource: Output<'getResource'>;
  readonly onDelete: () => void;
}

/** Deletes an attachment for ever, once the name of its file has been typed. */
export function DeleteForm({ resource: { id, filename }, onDelete }: DeleteFormProps) {
  const [typed, setTyped] = useState('');
  const { isRunning, error, run } = useAction();
  const remove = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await call('deleteResource', { resource_id: id, confirmation: `delete-resource:${id}` });
      notify(text.deleted);
      onDelete();
    });
  };
  return (
    <details>
      <summary>{text.deleteEllipsis}</summary>
      <form class="form" onSubmit={remove}>
        <label>
          {text.typeName}
          <input value={typed} autocomplete="off" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
        <Refusal error={error} />
        <div class="form-buttons">
          <ServiceButton type="submit" look="danger" disabled={isRunning || typed !== filename}>
            {text.deleteForEver}
          </ServiceButton>
        </div>
      </form>
    </details>
  );
}
