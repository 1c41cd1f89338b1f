import type { Output } from '@notes/contract';
import { catalogue } from '../../text/catalogue.js';
import { bytes, plural } from '../../text/numbers.js';

type Retention = Output<'getSyncRetention'>;

export const text = catalogue({
  lead: 'The sync log can be compacted up to the changes that every device has, once a checkpoint contains them and another device has verified it. Notes and their history are not affected.',
  delayingDevices: 'Devices that delay it',
  noDelay: 'None: every device has confirmed that it has the changes of this one.',
  device: 'Device',
  reason: 'Reason',
  lastSeen: 'Last seen',
  never: 'never',
  compactable: 'Data that can be compacted',
  logChanges: 'Changes in the log',
  changeCount: (count: number, size: number) =>
    count === 0 ? 'none' : `${plural(count, '# change', '# changes')}, ${bytes(size)}`,
  tombstones: 'Of these, deletions',
  longTexts: 'Long texts',
  textCount: (count: number, size: number) =>
    count === 0 ? 'none' : `${plural(count, '# text', '# texts')}, ${bytes(size)}`,
  compactFromTerminal: 'To compact it, after you confirm:',
  checkpoint: 'Checkpoint',
  noCheckpoint: 'No checkpoint yet.',
  created: 'Created',
  containsCommon: 'Contains the changes every device has',
  yes: 'yes',
  no: 'not yet',
  verifiedBy: 'Verified by',
  restoreSource: 'If this library is lost, it can be restored from',
  commonChanges: 'Changes every device has',
  upTo: 'Last change',
});

export const reasons: Readonly<Record<Retention['gating'][number]['reason'], string>> = catalogue({
  lagging: 'not up to date yet: sync on that device',
  never_acked: 'not synced since it was added: sync on that device',
  revoked_not_retired: 'its key is revoked, but the device is not retired: retire it',
});

export const sources: Readonly<Record<Retention['repair_source']['kind'], string>> = catalogue({
  snapshot: 'the checkpoint',
  peer: 'another device',
  none: 'nothing yet',
});
