import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { bytes, plural } from '../../text/numbers.js';

type Retention = Output<'getSyncRetention'>;

export const text = catalogue({
  lead: 'The log of sync can forget what every device has, once a checkpoint of the library holds it that another device has verified. Notes and their history are not touched by this.',
  heldUp: 'Who holds it up',
  nobody: 'Nobody: every device has said that it has what is here.',
  device: 'Device',
  why: 'Why',
  heard: 'Last heard of',
  never: 'never',
  could: 'What could be forgotten',
  ops: 'Changes in the log',
  opsOf: (count: number, size: number) =>
    count === 0 ? 'none' : `${plural(count, '# change', '# changes')}, ${bytes(size)}`,
  tombstones: 'Of these, deletions',
  texts: 'Long texts',
  textsOf: (count: number, size: number) =>
    count === 0 ? 'none' : `${plural(count, '# text', '# texts')}, ${bytes(size)}`,
  apply: 'To forget it, once you have confirmed it:',
  checkpoint: 'Checkpoint',
  noCheckpoint: 'None was made yet.',
  made: 'Made',
  covers: 'Holds what every device has',
  yes: 'yes',
  no: 'not yet',
  verifiedBy: 'Verified by',
  repair: 'If this library were lost, it could be had again from',
  floor: 'What every device has',
  upTo: 'Up to change',
});

export const reasons: Readonly<Record<Retention['gating'][number]['reason'], string>> = catalogue({
  lagging: 'it does not have everything yet: sync there',
  never_acked: 'it has not synced since it was added: sync there',
  revoked_not_retired: 'its key is revoked, but it is not retired: retire it',
});

export const sources: Readonly<Record<Retention['repair_source']['kind'], string>> = catalogue({
  snapshot: 'the checkpoint',
  peer: 'another device',
  none: 'nowhere yet',
});
