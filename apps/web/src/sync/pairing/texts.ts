import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';

type State = Output<'manageInvitations'>['invitations'][number]['state'];

export const text = catalogue({
  lead: 'A pairing code lets one other device into this group, once. Enter it there, on its Sync page or in a terminal; then sync here, and it is let in.',
  goodFor: 'How long the code is good for',
  make: 'Make a pairing code',
  code: 'Pairing code',
  shownOnce: 'This code is shown here only, and not again once this page is closed. Whoever has it can join.',
  copyCode: 'Copy the code',
  timeLeft: 'Good for another {time}',
  takeBack: 'Take it back',
  takeBackNamed: (id: string) => `Take it back: ${id}`,
  takenBack: 'The code is taken back',
  used: 'A device has been let in with the code',
  over: 'The code is not good any more',
  codes: 'Codes that were made',
  none: 'No code was made.',
  invitation: 'Code',
  state: 'State',
  until: 'Good until',
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
  cancelled: 'taken back',
  locked: 'locked after wrong answers',
});
