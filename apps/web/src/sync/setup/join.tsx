import type { RawInput } from '@notes/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.js';
import { call } from '../../api/client.js';
import { Check } from '../../ui/form-fields.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { notify } from '../../ui/notices.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import { CodeField } from '../grouped-code.js';
import { DeviceNameField } from './create-group.js';
import { text } from './texts.js';

type PairingRequest = RawInput<'pairDevice'>;

/** Interval at which a device waiting for admission asks again. */
const ASK_MS = 3_000;

interface PairingState {
  readonly error: ApiError | undefined;
  readonly isRunning: boolean;
  /** True when no device of the group has answered yet. */
  readonly isWaiting: boolean;
  readonly ask: () => void;
  readonly stop: () => void;
}

/** Requests admission repeatedly until a device answers. */
function usePairing(request: PairingRequest, onDone: () => void): PairingState {
  const { isRunning, error, run } = useAction();
  /** Number of requests without an answer; 0 while not waiting. */
  const [attempts, setAttempts] = useState(0);
  const isStopped = useRef(false);
  const ask = () =>
    run(async () => {
      const { state } = await call('pairDevice', { ...request, name: request.name.trim() }).catch(
        (refused: unknown) => {
          setAttempts(0);
          throw refused;
        },
      );
      if (state === 'waiting') return setAttempts((before) => (isStopped.current ? 0 : before + 1));
      notify(text.groupJoined);
      onDone();
    });
  useEffect(() => {
    if (attempts === 0 || isRunning) return undefined;
    const timer = setTimeout(ask, ASK_MS);
    return () => clearTimeout(timer);
  }, [attempts, isRunning]);
  const start = () => {
    isStopped.current = false;
    ask();
  };
  const stop = () => {
    isStopped.current = true;
    setAttempts(0);
  };
  return { error, isRunning, isWaiting: attempts > 0, ask: start, stop };
}

interface JoinProps {
  readonly onDone: () => void;
  /**
   * Set when the group syncs through a service; `asked` shows a field for its address, `named` takes it from the
   * settings.
   */
  readonly service?: 'named' | 'asked';
}

/** Joins a group with a pairing code of one of its devices. */
export function Join({ onDone, service }: JoinProps) {
  const [request, setRequest] = useState<PairingRequest>({ code: '', name: '', local_library: 'refuse' });
  const { error, isRunning, isWaiting, ask, stop } = usePairing(request, onDone);
  if (isWaiting) return <Waiting onStop={stop} />;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask();
  };
  return (
    <form class="form" onSubmit={submit}>
      <p class="hint">{text.joinGroupLead}</p>
      {service === 'asked' && (
        <label>
          {text.address}
          <input
            type="url"
            required
            onInput={({ currentTarget }) => setRequest({ ...request, base_url: currentTarget.value.trim() })}
          />
        </label>
      )}
      <CodeField label={text.pairingCode} value={request.code} onChange={(code) => setRequest({ ...request, code })} />
      <p class="hint">{text.codeHint}</p>
      <DeviceNameField value={request.name} onChange={(name) => setRequest({ ...request, name })} />
      <Check
        label={text.addOwnNotes}
        checked={request.local_library === 'merge'}
        onChange={(isMerged) => setRequest({ ...request, local_library: isMerged ? 'merge' : 'refuse' })}
      />
      <ErrorMessage error={error} />
      <div class="row-actions">
        <ServiceButton type="submit" variant="primary" disabled={isRunning}>
          {text.joinGroup}
        </ServiceButton>
      </div>
      <FromTerminal
        operation="pairDevice"
        words={['CODE', 'NAME', ...(service === 'asked' ? ['--base-url', 'ADDRESS'] : [])]}
      />
    </form>
  );
}

const Waiting = ({ onStop }: { readonly onStop: () => void }) => (
  <div class="banner" role="status">
    <p>{text.waitingForAdmission}</p>
    <button type="button" class="button" onClick={onStop}>
      {text.stopWaiting}
    </button>
  </div>
);
