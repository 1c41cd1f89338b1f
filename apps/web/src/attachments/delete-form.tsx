import type { Output } from '@notes/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client.js';
import { isTypedName } from '../text/typed-name.js';
import { notify } from '../ui/notices.js';
import { ServiceButton } from '../ui/service-button.js';
import { ErrorMessage } from '../ui/states.js';
import { useAction } from '../ui/use-action.js';
import { text } from './resource-texts.js';

interface DeleteFormProps {
  readonly resource: Output<'getResource'>;
  /** True when the fields are shown at once, with focus in them. */
  readonly isOpen: boolean;
  readonly onDelete: () => void;
}

/** Deletes an attachment permanently, once the name of its file has been typed. */
export function DeleteForm({ resource: { id, filename }, isOpen, onDelete }: DeleteFormProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, []);
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
    <details open={isOpen}>
      <summary>{text.deleteForeverEllipsis}</summary>
      <form class="form" onSubmit={remove}>
        <label>
          {text.confirmName}
          <input
            ref={field}
            dir="auto"
            value={typed}
            autocomplete="off"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <ErrorMessage error={error} />
        <div class="form-buttons">
          <ServiceButton type="submit" variant="danger" disabled={isRunning || !isTypedName(typed, filename)}>
            {text.deleteForever}
          </ServiceButton>
        </div>
      </form>
    </details>
  );
}
