import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';

type State = Output<'manageInvitations'>['invitations'][number]['state'];

export const text = catalogue({
  lead: 'A pairing code admits one device to this group, once. Enter it on the other device, on its Sync page or in a terminal, then sync here to admit the device.',
  validFor: 'Valid for',
  createCode: 'Create pairing code',
  pairingCode: 'Pairing code',
  shownOnce: 'This code is shown only here, and only until you close this page. Anyone who has it can join.',
  copyCode: 'Copy code',
  timeLeft: 'Valid for another {time}',
  cancelCode: 'Cancel code',
  cancelCodeNamed: (id: string) => `Cancel code: ${id}`,
  codeCancelled: 'Pairing code cancelled',
  deviceJoined: 'A device joined with the pairing code',
  codeInvalid: 'The pairing code is no longer valid',
  allCodes: 'All codes',
  noCodes: 'No pairing codes yet.',
  code: 'Code',
  state: 'State',
  validUntil: 'Valid until',
});

export const lifetimes: Readonly<Record<string, string>> = catalogue({
  900: '15 minutes',
  3600: '1 hour',
  86400: '1 day',
});

export const invitationStates: Readonly<Record<State, string>> = catalogue({
  open: 'open',
  spent: 'used',
  expired: 'expired',
  cancelled: 'cancelled',
  locked: 'locked after wrong attempts',
});
