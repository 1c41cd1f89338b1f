import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';

export const text = catalogue({
  lead: 'The sync target is where this device exchanges changes with the others. Everything stored there is encrypted and cannot be read by whoever runs it.',
  syncTarget: 'Sync target',
  setFolderFromTerminal: 'Set the folder in a terminal:',
  address: 'Address of the other service',
  addressHint:
    'For example https://192.168.1.2:8081. The other service must have the setting sync.rest.enabled turned on.',
  fingerprint: 'SHA-256 of its certificate',
  fingerprintHint:
    '“Check service” fills this in. Compare it with the output of this command on the other device, where FILE is the value of its setting sync.rest.tls_cert_file: {command}',
  checkService: 'Check service',
  save: 'Save',
  saved: 'Saved. Restart the service to apply the change.',
  restartHint: 'Changes apply after a restart of the service.',
});

export type CarrierState = Output<'discoverCarrier'>['state'];

/** Contents found at a sync target, and the recommended action. */
export const carrierStates: Readonly<Record<CarrierState, string>> = catalogue({
  empty: 'The sync target is empty: create a group here.',
  same_database: 'This library has been synced there before.',
  other_database: 'A group already syncs there. Join it with a pairing code from one of its devices.',
  not_a_carrier: 'Other files are stored there. Choose an empty folder, or the one that your other devices sync with.',
  unreachable: 'The sync target cannot be reached. Check that it exists and that this device may access it.',
});
