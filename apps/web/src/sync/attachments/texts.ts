import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { bytes } from '../../text/numbers.js';

type Held = Output<'setResourceIntent'>;

export const text = catalogue({
  heading: 'On this device',
  intent: 'Availability',
  apply: 'Apply',
  willDownload: 'The file is downloaded with the next sync.',
  sharedFileKept: 'The file stays here because another attachment uses the same file.',
  removalDelayed:
    'The file cannot be removed yet: no device that joined the group before this one has confirmed that it has a copy. Sync this device, then the other one until it is up to date, then this one again, and try once more. The first device of the group can remove the file only after it has verified the sync target (notes sync run --kind verify).',
});

const presences: Readonly<Record<Held['presence'], (fetched: string, size: string) => string>> = catalogue({
  local: () => 'The file is on this device.',
  partial: (fetched: string, size: string) => `Only part of the file is on this device: ${fetched} of ${size}.`,
  remote: () => 'The file is not on this device. Other devices have it.',
  missing: () => 'The file is not on this device, and no other device is known to have it.',
});

/** Describes where the bytes of an attachment are. */
export const describePresence = ({ presence, fetched_bytes, size_bytes }: Held): string =>
  presences[presence](bytes(fetched_bytes), bytes(size_bytes));

export const intents: Readonly<Record<Held['intent'], string>> = catalogue({
  eager: 'Download with the next sync',
  lazy: 'Download when opened',
  pin: 'Download and always keep',
  evict: 'Remove from this device',
});
