import { useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { Section } from '../../ui/page.js';
import { ServiceButton } from '../../ui/service-button.js';
import { ErrorMessage } from '../../ui/states.js';
import { useAction } from '../../ui/use-action.js';
import { CodeField } from '../grouped-code.js';
import type { CenterProps } from '../overview.js';
import { newRecoveryCode } from '../setup/recovery-code.js';
import { text } from './texts.js';

/** Recovery code for the case that every device is lost. */
export const Recovery = ({ reload }: CenterProps) => (
  <>
    <p class="lead">{text.lead}</p>
    <Section title={text.checkTitle}>
      <CheckCode />
    </Section>
    <Section title={text.replaceTitle}>
      <ReplaceCode reload={reload} />
    </Section>
  </>
);

function CheckCode() {
  const [code, setCode] = useState('');
  const [keys, setKeys] = useState<number>();
  const { isRunning, error, run } = useAction();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setKeys(undefined);
    run(async () => setKeys((await call('recoverSync', { action: 'verify', recovery_code: code })).epochs));
  };
  return (
    <form class="stack" onSubmit={submit}>
      <CodeField label={text.code} value={code} onChange={setCode} />
      <div role="status">{keys !== undefined && <p>{text.codeValid(keys)}</p>}</div>
      <ErrorMessage error={error} />
      <div class="row-actions">
        <ServiceButton type="submit" disabled={isRunning}>
          {text.checkCode}
        </ServiceButton>
      </div>
    </form>
  );
}

function ReplaceCode({ reload }: { readonly reload: () => void }) {
  const { isRunning, error, run } = useAction();
  const rotate = () =>
    run(async () => {
      const { recovery_code } = await call('recoverSync', { action: 'rotate' });
      newRecoveryCode.value = recovery_code ?? undefined;
      reload();
    });
  return (
    <>
      <p class="lead">{text.replaceLead}</p>
      <ErrorMessage error={error} />
      <div class="row-actions">
        <ServiceButton disabled={isRunning} onClick={rotate}>
          {text.createCode}
        </ServiceButton>
      </div>
      <FromTerminal operation="recoverSync" words={['rotate']} />
    </>
  );
}
