import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useReloading } from '../../jobs/state.js';
import type { Data } from '../../kernel/use-data.js';
import { Select } from '../../ui/form-fields.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import { type HeldAttachment, intentChanges } from './held-attachment.js';
import { describePresence, intents, text } from './texts.js';
import './keeping.css';

/** Location of an attachment, and the choice of keeping it on this device; empty in a library without a group. */
export function Availability({ data }: { readonly data: Data<HeldAttachment | null> }) {
  useReloading(data, data.value != null && isToCome(data.value));
  return data.value == null ? null : <AvailabilityForm attachment={data.value} />;
}

function AvailabilityForm({ attachment }: { readonly attachment: HeldAttachment }) {
  const { resource_id } = attachment;
  const [chosen, choose] = useState<HeldAttachment['intent']>();
  const { isRunning, error, run } = useAction();
  const intent = chosen ?? attachment.intent;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await call('setResourceIntent', { resource_id, intent });
      choose(undefined);
      intentChanges.value += 1;
    });
  };
  return (
    <section class="held">
      <h3>{text.heading}</h3>
      <div role="status">
        <p>{describePresence(attachment)}</p>
        {isToCome(attachment) && <p>{text.willDownload}</p>}
        {attachment.intent === 'evict' && attachment.presence === 'local' && <p>{text.sharedFileKept}</p>}
      </div>
      <form onSubmit={submit}>
        <Select label={text.intent} options={intents} value={intent} onChange={choose} />
        <ServiceButton type="submit" disabled={isRunning || intent === attachment.intent}>
          {text.apply}
        </ServiceButton>
      </form>
      <ErrorMessage error={error} />
      {error?.code === 'conflict' && <p>{text.removalDelayed}</p>}
      <FromTerminal operation="setResourceIntent" words={[resource_id, intent]} />
    </section>
  );
}

const isToCome = ({ intent, presence }: HeldAttachment) =>
  (intent === 'eager' || intent === 'pin') && (presence === 'remote' || presence === 'partial');
