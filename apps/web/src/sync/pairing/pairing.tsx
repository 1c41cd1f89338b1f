import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/client.js';
import { useReloading } from '../../jobs/state.js';
import { useData } from '../../kernel/use-data.js';
import { longDate } from '../../text/dates.js';
import { DataTable } from '../../ui/data-table.js';
import { Select } from '../../ui/form-fields.js';
import { FromTerminal } from '../../ui/from-terminal.js';
import { notify } from '../../ui/notices.js';
import { Section } from '../../ui/page.js';
import { ServiceButton } from '../../ui/service-button.js';
import { Loaded } from '../../ui/states.js';
import { attempt } from '../../ui/use-action.js';
import type { CenterProps } from '../overview.js';
import { type Invitation, InvitationCode, lastInvitation } from './invitation-code.js';
import { invitationStates, lifetimes, text } from './texts.js';

/** Invites other devices by pairing codes. */
export function Pairing({ overview }: CenterProps) {
  const data = useData('invitations', (signal) => call('manageInvitations', { action: 'list' }, signal));
  useReloading(data, false);
  // A run admits devices, so the invitations are reloaded after it.
  const ended = overview.last_run?.finished_at;
  useEffect(data.reload, [ended]);
  const allInvitations = data.value?.invitations;
  useEffect(() => hideEndedInvitation(allInvitations ?? []), [allInvitations]);
  const cancel = (invitation_id: string) =>
    void attempt(async () => {
      await call('manageInvitations', { action: 'cancel', invitation_id });
      notify(text.codeCancelled);
      if (lastInvitation.peek()?.invitation_id === invitation_id) lastInvitation.value = undefined;
      data.reload();
    });
  const invitation = lastInvitation.value;
  return (
    <>
      <p class="lead">{text.lead}</p>
      {invitation === undefined ? (
        <CreateCode onCreated={data.reload} />
      ) : (
        <InvitationCode invitation={invitation} onCancel={() => cancel(invitation.invitation_id)} />
      )}
      <Section title={text.allCodes}>
        <Loaded data={data}>{({ invitations }) => <Invitations all={invitations} onCancel={cancel} />}</Loaded>
      </Section>
      <FromTerminal operation="manageInvitations" />
    </>
  );
}

/** Removes the displayed code when its invitation has ended, and shows a notice. */
function hideEndedInvitation(invitations: readonly Invitation[]): void {
  const id = lastInvitation.peek()?.invitation_id;
  const state = invitations.find(({ invitation_id }) => invitation_id === id)?.state;
  if (state === undefined || state === 'open') return;
  lastInvitation.value = undefined;
  notify(state === 'spent' ? text.deviceJoined : text.codeInvalid);
}

function CreateCode({ onCreated }: { readonly onCreated: () => void }) {
  const [seconds, setSeconds] = useState('900');
  const make = () =>
    attempt(async () => {
      const { invitations } = await call('manageInvitations', { action: 'create', ttl_seconds: Number(seconds) });
      for (const { code, ...made } of invitations) if (code !== null) lastInvitation.value = { ...made, code };
      onCreated();
    });
  return (
    <div class="controls">
      <Select label={text.validFor} options={lifetimes} value={seconds} onChange={setSeconds} />
      <ServiceButton variant="primary" onClick={() => void make()}>
        {text.createCode}
      </ServiceButton>
    </div>
  );
}

interface InvitationsProps {
  readonly all: readonly Invitation[];
  readonly onCancel: (id: string) => void;
}

function Invitations({ all, onCancel }: InvitationsProps) {
  if (all.length === 0) return <p class="hint">{text.noCodes}</p>;
  return (
    <DataTable label={text.allCodes} heads={[text.code, text.state, text.validUntil, '']}>
      {all.map(({ invitation_id: id, state, expires_at }) => (
        <tr key={id}>
          <td>
            <code>{id}</code>
          </td>
          <td>{invitationStates[state]}</td>
          <td>{longDate(expires_at)}</td>
          <td>
            {state === 'open' && (
              <ServiceButton label={text.cancelCodeNamed(id)} onClick={() => onCancel(id)}>
                {text.cancelCode}
              </ServiceButton>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
