import type { Output } from '@notes/contract';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { fill } from '../../text/catalogue.js';
import { TerminalCommand } from '../../ui/copy.js';
import { Select } from '../../ui/form-fields.js';
import { notify } from '../../ui/notices.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import type { CenterProps, Overview } from '../overview.js';
import { locationNames } from '../texts.js';
import { carrierStates, text } from './texts.js';

/** Location at which this library syncs. */
export const SyncLocation = ({ overview, reload }: CenterProps) => (
  <>
    <p class="lead">{text.lead}</p>
    <SyncLocationForm overview={overview} onDone={reload} />
  </>
);

const NAME_FOLDER = 'notes config set sync.directory.path FOLDER';
const SHOW_FINGERPRINT = 'openssl x509 -in FILE -outform DER | sha256sum';

interface SyncTargetFormProps {
  readonly overview: Overview;
  readonly onDone: () => void;
}

/** Chooses the location at which this library syncs. */
export function SyncLocationForm({ overview, onDone }: SyncTargetFormProps) {
  const [target, setTarget] = useState(
    overview.configured_target === 'none' ? 'directory' : overview.configured_target,
  );
  const [service, setService] = useState<ServiceFields>({ base_url: '', tls_cert_sha256: '' });
  const { isRunning, error, run } = useAction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run(async () => {
      await call('configureSync', { target, ...(target === 'rest' && filledIn(service)) });
      notify(text.saved);
      onDone();
    });
  };
  return (
    <form class="stack" onSubmit={submit}>
      <div class="controls">
        <Select label={text.syncTarget} options={locationNames} value={target} onChange={setTarget} />
      </div>
      {target === 'directory' && (
        <>
          <p class="hint">{text.setFolderFromTerminal}</p>
          <TerminalCommand command={NAME_FOLDER} />
        </>
      )}
      {target === 'rest' && <ServiceLocation fields={service} onChange={setService} />}
      <p class="hint">{text.restartHint}</p>
      <ErrorMessage error={error} />
      <div class="row-actions">
        <ServiceButton type="submit" variant="primary" disabled={isRunning}>
          {text.save}
        </ServiceButton>
      </div>
    </form>
  );
}

interface ServiceFields {
  readonly base_url: string;
  readonly tls_cert_sha256: string;
}

/** Leaves out empty fields. */
const filledIn = ({ base_url, tls_cert_sha256 }: ServiceFields) => ({
  base_url,
  ...(tls_cert_sha256 !== '' && { tls_cert_sha256 }),
});

interface ServiceFieldsProps {
  readonly fields: ServiceFields;
  readonly onChange: (fields: ServiceFields) => void;
}

/** Address of another service, and its pinned certificate. */
function ServiceLocation({ fields, onChange }: ServiceFieldsProps) {
  const [carrier, setCarrier] = useState<Output<'discoverCarrier'>>();
  const { isRunning, error, run } = useAction();
  const checkService = () =>
    run(async () => {
      const answer = await call('discoverCarrier', { target: 'rest', base_url: fields.base_url });
      setCarrier(answer);
      if (answer.tls_cert_sha256 !== null) onChange({ ...fields, tls_cert_sha256: answer.tls_cert_sha256 });
    });
  return (
    <>
      <label class="field">
        {text.address}
        <input
          type="url"
          value={fields.base_url}
          required
          onInput={({ currentTarget }) => onChange({ ...fields, base_url: currentTarget.value.trim() })}
        />
      </label>
      <p class="hint">{text.addressHint}</p>
      <div class="row-actions">
        <ServiceButton disabled={isRunning || fields.base_url === ''} onClick={checkService}>
          {text.checkService}
        </ServiceButton>
      </div>
      <div role="status">{carrier !== undefined && <p>{carrierStates[carrier.state]}</p>}</div>
      <ErrorMessage error={error} />
      <label class="field">
        {text.fingerprint}
        <input
          class="code-field"
          value={fields.tls_cert_sha256}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange({ ...fields, tls_cert_sha256: currentTarget.value.trim() })}
        />
      </label>
      <p class="hint">{fill(text.fingerprintHint, { command: <code>{SHOW_FINGERPRINT}</code> })}</p>
    </>
  );
}
