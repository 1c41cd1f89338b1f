import { catalogue } from '../../text/catalogue.js';

export const text = catalogue({
  isOff: '{off} ({code}).',
  syncIsOff: 'Sync is off',
  offLead:
    'Notes stay on this machine. To have the same library on several devices, choose where they exchange changes: a folder that all of them can reach, such as a network share, a USB drive or a folder that another program copies between them, or the service of another device. Everything stored there is encrypted and cannot be read without the keys of your devices.',
  turnOn: 'Choose a place to meet at',
  joinElsewhere: 'Join a group at the service of another device',
  serve: 'Have others meet here',
  serveLead:
    'Other devices can meet at this service. Beyond this machine that takes an address to be reached at, and a certificate: the settings sync.rest.host, sync.rest.tls_cert_file and sync.rest.tls_key_file. It takes effect after a restart of the service.',
  othersMeetHere: 'Other devices can meet at this service.',
  toolsForAgents: 'Sync tools for AI clients',

  setUp: 'Set up sync',
  lookAgain: 'Look again',
  chooseWay: 'How this device begins',
  beginGroup: 'Begin a group',
  beginLead: 'This is the first device. Its notes are what the others get.',
  joinGroup: 'Join a group',
  joinLead: 'Another device is in a group already and has shown a pairing code.',
  name: 'What this device is called among the others',
  begin: 'Begin the group',

  recovery: 'Recovery code',
  recoveryLead:
    'Write this code down and keep it apart from your devices. When all of them are lost, this code and a copy of the place of exchange bring the library back. Without the code nobody can, and nobody can show it again.',
  copyCode: 'Copy the code',
  written: 'I have written it down',
  goOn: 'Go on',

  address: 'Address of its service',
  code: 'Pairing code',
  codeHint: '40 letters and digits; capitals and hyphens do not matter.',
  takeAlong: 'Take the notes that are on this device along into the group',
  join: 'Join',
  waiting:
    'Asked to be let in. The device that has shown the code answers the next time it syncs: press “Sync now” there. This page goes on by itself.',
  stop: 'Stop waiting',
  joined: 'This device has joined the group',

  restoreGroup: 'All devices are lost',
  restoreLead:
    'The recovery code brings back what lies at the place of exchange, and makes this device one of the group.',
  restore: 'Bring the library back',
  restored: 'The library comes back with the next sync',
});
