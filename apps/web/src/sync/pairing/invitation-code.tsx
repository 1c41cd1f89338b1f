import type { Output } from '@notes/contract';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { fill } from '../../text/catalogue.js';
import { formatTimeLeft } from '../../text/dates.js';
import { ServiceButton } from '../../ui/service-button.js';
import { GroupedCode } from '../grouped-code.js';
import { text } from './texts.js';

export type Invitation = Output<'manageInvitations'>['invitations'][number];

/** Invitation last created in this page: the service returns its code only once. */
export const lastInvitation = signal<(Invitation & { readonly code: string }) | undefined>(undefined);

const SECOND_MS = 1_000;

interface InvitationProps {
  readonly invitation: Invitation & { readonly code: string };
  readonly onCancel: () => void;
}

/** A pairing code while it is valid. */
export const InvitationCode = ({ invitation: { code, expires_at }, onCancel }: InvitationProps) => (
  <section class="stack" aria-label={text.pairingCode}>
    <GroupedCode code={code} label={text.copyCode} />
    <p>{fill(text.timeLeft, { time: <Countdown expiresAt={expires_at} /> })}</p>
    <p class="hint">{text.shownOnce}</p>
    <div class="row-actions">
      <ServiceButton onClick={onCancel}>{text.cancelCode}</ServiceButton>
    </div>
  </section>
);

/** Removes the code when it expires. */
function Countdown({ expiresAt }: { readonly expiresAt: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= Date.parse(expiresAt)) lastInvitation.value = undefined;
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [expiresAt]);
  return (
    <strong role="timer" class="countdown">
      {formatTimeLeft(expiresAt, now)}
    </strong>
  );
}
