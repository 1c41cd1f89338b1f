import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useData } from '../../kernel/use-data.js';
import { fill } from '../../text/catalogue.js';
import { makeVisible } from '../../text/visible.js';
import { Facts } from '../../ui/facts.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { notify } from '../../ui/notices.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage, Loaded, Truncated } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import type { Peer } from '../overview.js';
import { text } from './texts.js';

type Preview = Output<'previewRetirement'>;

interface RetireFormProps {
  readonly peer: Peer;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Retires a device, after its consequences were shown and its phrase has been typed. */
export function RetireForm({ peer, onClose, onDone }: RetireFormProps) {
  const { replica_id } = peer;
  const data = useData(`retirement ${replica_id}`, (signal) => call('previewRetirement', { replica_id }, signal));
  const [typed, setTyped] = useState('');
  const { isRunning, error, run } = useAction();
  const phrase = data.value?.confirmation;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await call('retirePeer', { replica_id, confirmation: typed });
      notify(text.deviceRetired(makeVisible(peer.label)));
      onDone();
      onClose();
    });
  };
  return (
    <form class="form" onSubmit={submit}>
      <p>{text.retireLead}</p>
      <Loaded data={data}>
        {(preview) => (
          <>
            <Consequences preview={preview} />
            <label>
              <span>{fill(text.confirmPhrase, { phrase: <code class="digest">{preview.confirmation}</code> })}</span>
              <input value={typed} autocomplete="off" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
            </label>
          </>
        )}
      </Loaded>
      <FromTerminal operation="retirePeer" words={[replica_id]} />
      <ErrorMessage error={error} />
      <div class="form-buttons">
        <button type="button" class="button" onClick={onClose}>
          {text.cancel}
        </button>
        <ServiceButton type="submit" variant="danger" disabled={phrase === undefined || typed !== phrase || isRunning}>
          {text.retireDevice}
        </ServiceButton>
      </div>
    </form>
  );
}

const Consequences = ({ preview: { consequences, warnings } }: { readonly preview: Preview }) => (
  <>
    <Facts
      facts={[
        [text.notReceived, text.changeCount(consequences.unacknowledged_ops)],
        [text.keptAtTarget, text.fileCount(consequences.artifacts, consequences.bytes)],
        [text.newKey, consequences.mints_epoch ? text.willBeCreated : text.willNotBeCreated],
      ]}
    />
    {warnings.map((warning) => (
      <Truncated key={warning}>
        <span lang="en">{warning}</span>
      </Truncated>
    ))}
  </>
);
