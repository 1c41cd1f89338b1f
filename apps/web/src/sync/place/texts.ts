import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';

export const text = catalogue({
  lead: 'Where this device meets the others. What lies there is encrypted: who keeps the place cannot read it.',
  where: 'Meet the others at',
  folder: 'The folder is named in a terminal:',
  address: 'Address of the other service',
  addressHint:
    'Such as https://192.168.1.2:8081. The other service has to let others in: its setting sync.rest.enabled.',
  fingerprint: 'SHA-256 of its certificate',
  fingerprintHint: 'Look at the service to have it filled in, and compare it with what that service tells of itself.',
  look: 'Look at the service',
  save: 'Save',
  saved: 'Saved. It takes effect after a restart of the service.',
  restart: 'It takes effect after a restart of the service.',
});

export type CarrierState = Output<'discoverCarrier'>['state'];

/** Contents found at a sync location, and the recommended action. */
export const carrierStates: Readonly<Record<CarrierState, string>> = catalogue({
  empty: 'Nothing lies there yet: begin a group here.',
  same_database: 'This library has been exchanged there before.',
  other_database: 'A group meets there. Join it with a pairing code that one of its devices shows.',
  not_a_carrier: 'Something else lies there. Name an empty folder, or one where your other devices meet.',
  unreachable: 'It cannot be reached. Look whether it is there, and whether this device may use it.',
});
