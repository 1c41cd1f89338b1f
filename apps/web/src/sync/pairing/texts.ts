import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';

type State = Output<'manageInvitations'>['invitations'][number]['state'];

export const text = catalogue({
  lead: 'A pairing code admits one device to this group, once. Enter it on the other device, on its Sync page or in a terminal, then sync here to admit the device.',
  goodFor: 'Valid for',
  make: 'Create pairing code',
  code: 'Pairing code',
  shownOnce: 'This code is shown only here, and only until you close this page. Anyone who has it can join.',
  copyCode: 'Copy code',
  timeLeft: 'Valid for another {time}',
  takeBack: 'Cancel code',
  takeBackNamed: (id: string) => `Cancel code: ${id}`,
  takenBack: 'Pairing code cancelled',
  used: 'A device joined with the pairing code',
  over: 'The pairing code is no longer valid',
  codes: 'All codes',
  none: 'No pairing codes yet.',
  invitation: 'Code',
  state: 'State',
  until: 'Valid until',
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
