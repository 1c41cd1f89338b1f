import { catalogue } from '../../text/catalogue.js';

export const text = catalogue({
  syncIsOff: 'Sync is off.',
  offLead:
    'Notes stay on this machine. To have the same library on several devices, choose where they exchange changes: a folder that all of them can reach, such as a network share, a USB drive or a folder that another program copies between them, or the service of another device. Everything stored there is encrypted and cannot be read without the keys of your devices.',
  turnOn: 'Choose a sync target',
  joinThroughService: 'Join a group through the service of another device',
  letOthersSync: 'Let other devices sync with this service',
  serveLead:
    'Other devices can sync with this service; while it is off, they are refused with the error code {code}. For devices beyond this machine, set an address and a certificate with sync.rest.host, sync.rest.tls_cert_file and sync.rest.tls_key_file. Changes apply after a restart of the service.',
  othersSyncHere: 'Other devices can sync with this service.',
  agentTools: 'Sync tools for AI assistants',

  setUp: 'Set up sync',
  checkAgain: 'Check again',
  startOptions: 'Choose how to start',
  createGroupTitle: 'Create a group',
  createGroupLead: 'For your first device. The other devices receive its notes.',
  joinGroupTitle: 'Join a group',
  joinGroupLead: 'For a further device. Another device of the group shows a pairing code.',
  deviceName: 'Device name',
  createGroup: 'Create group',

  recovery: 'Recovery code',
  recoveryLead:
    'Write this code down and keep it apart from your devices. If all of them are lost, this code and a copy of the sync target restore the library. The code cannot be shown again, and without it nobody can restore the library.',
  copyCode: 'Copy code',
  writtenDown: 'I have written it down',
  continue: 'Continue',

  address: 'Address of the other service',
  pairingCode: 'Pairing code',
  codeHint: '40 letters and digits. Capitals and hyphens do not matter.',
  addOwnNotes: 'Add the notes on this device to the group',
  joinGroup: 'Join group',
  waitingForAdmission:
    'Waiting to be admitted. The device that shows the code answers the next time it syncs: press “Sync now” there. This page continues by itself.',
  stopWaiting: 'Stop waiting',
  groupJoined: 'This device has joined the group',

  restoreTitle: 'All devices are lost',
  restoreLead: 'The recovery code restores the library from the sync target and adds this device to the group.',
  restoreLibrary: 'Restore library',
  libraryRestored: 'The library is restored with the next sync',
});
