import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { bytes } from '../../text/numbers.js';

type Held = Output<'setResourceIntent'>;

export const text = catalogue({
  heading: 'On this device',
  intent: 'What this device is to do with the file',
  apply: 'Apply',
  comes: 'It comes with the next sync.',
  shared: 'It stays here, as another attachment is the same file.',
  stays:
    'To be sure that a device that was added before this one has it: sync here, then there, until it has everything, then here again, and try once more. The first of them keeps it, unless it reads the place of exchange back.',
});

const places: Readonly<Record<Held['presence'], (fetched: string, size: string) => string>> = catalogue({
  local: () => 'The file is on this device.',
  partial: (fetched: string, size: string) => `The file is only in part on this device: ${fetched} of ${size}.`,
  remote: () => 'The file is not on this device. Other devices have it.',
  missing: () => 'The file is not on this device, and no other is known to have it.',
});

/** Describes where the bytes of an attachment are. */
export const whereWords = ({ presence, fetched_bytes, size_bytes }: Held): string =>
  places[presence](bytes(fetched_bytes), bytes(size_bytes));

export const intents: Readonly<Record<Held['intent'], string>> = catalogue({
  eager: 'Fetch it with the next sync',
  lazy: 'Fetch it once somebody reads it',
  pin: 'Fetch it, and always keep it',
  evict: 'Let it go, as others have it',
});
