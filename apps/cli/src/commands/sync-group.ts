import { type Output as Answer, ServiceError } from '@notes/contract';
import { confirmFlag, requireConfirmation, yesFlag } from '../confirm.js';
import { formatCommand } from '../format-command.js';
import type { Output } from '../output.js';
import type { Call, Presentation } from '../presentation.js';
import { readText } from '../read-text.js';
import { formatCount, formatNumber } from '../text.js';

const printNextStep = (out: Output) =>
  out.notice(`The other devices learn this at the next sync: ${formatCommand(out, 'sync', 'run')}`);

type Peer = Answer<'getSyncOverview'>['peers'][number];

/**
 * Finds another device of the group by its id, or by its name if only one active device has it. @throws ServiceError
 */
async function findDevice(call: Call, given: string): Promise<Peer> {
  const { peers } = await call.invoke('getSyncOverview', {});
  const byId = peers.find(({ replica_id }) => replica_id === given);
  if (byId !== undefined) return byId;
  const [named, ...others] = peers.filter(({ name, status }) => name === given && status !== 'retired');
  if (named === undefined)
    throw new ServiceError(
      'not_found',
      `No other device in the group is called ${JSON.stringify(given)}. notes sync status lists all devices`,
    );
  if (others.length > 0)
    throw new ServiceError(
      'conflict',
      `Several devices are called ${JSON.stringify(given)}. Give the id of one, from notes sync status`,
    );
  return named;
}

/** Finds a key of another device by its id, or the only key of a device with the given name. @throws ServiceError */
async function findKey(call: Call, given: string): Promise<{ readonly key_id: string; readonly peer: Peer }> {
  if (!given.startsWith('key_')) {
    const peer = await findDevice(call, given);
    const [key_id, ...others] = peer.key_ids;
    if (key_id === undefined || others.length > 0)
      throw new ServiceError(
        'conflict',
        `${JSON.stringify(given)} has ${formatNumber(peer.key_ids.length)} keys. Give the id of one key, from notes sync status`,
      );
    return { key_id, peer };
  }
  const { peers } = await call.invoke('getSyncOverview', {});
  const peer = peers.find(({ key_ids }) => key_ids.includes(given));
  if (peer === undefined)
    throw new ServiceError(
      'not_found',
      `No other device in the group has the key ${given}. notes sync status lists all keys`,
    );
  return { key_id: given, peer };
}

/** `notes sync retire` */
export const syncRetire: Presentation<'retirePeer'> = {
  positional: { replica_id: '<device>' },
  inputs: { confirmation: confirmFlag },
  extra: { yes: yesFlag },
  run: async (call, { yes, ...values }) => {
    const { replica_id } = await findDevice(call, String(values.replica_id));
    const preview = await call.invoke('previewRetirement', { replica_id });
    const { unacknowledged_ops, artifacts, bytes } = preview.consequences;
    if (values.confirmation === undefined) {
      call.out.notice(
        `This retires ${replica_id} permanently. A new group key is created, which the device does not receive.`,
      );
      call.out.notice(
        unacknowledged_ops === 0
          ? 'The device has confirmed all changes of this library.'
          : `The device has not confirmed ${formatCount(unacknowledged_ops, 'change')}.`,
      );
      if (artifacts > 0)
        call.out.notice(
          `Kept for the device until now: ${formatCount(artifacts, 'file')}, ${formatCount(bytes, 'byte')}.`,
        );
      for (const warning of preview.warnings) call.out.notice(warning);
    }
    const purpose = { purpose: 'to retire the device', otherwise: 'No device was retired' };
    const confirmed = await requireConfirmation(call, { ...values, yes }, preview.confirmation, purpose);
    return call.invoke('retirePeer', { replica_id, confirmation: confirmed });
  },
  render: {
    table: ({ replica_id, retired_at }, out) => {
      out.line(`${replica_id}  retired  ${retired_at}`);
      printNextStep(out);
    },
    ids: ({ replica_id }, out) => out.line(replica_id),
  },
};

/** `notes sync permit` */
export const syncPermit: Presentation<'setSnapshotPermission'> = {
  positional: { replica_id: '<device>' },
  inputs: { granted: { flags: '--no-granted', description: 'Withdraw the permission.' } },
  run: async (call, values) => {
    const { replica_id } = await findDevice(call, String(values.replica_id));
    return call.invoke('setSnapshotPermission', { ...values, replica_id });
  },
  render: {
    table: ({ replica_id, snapshot_permitted }, out) => {
      out.line(`${replica_id}  ${snapshot_permitted ? 'may fetch backups' : 'may not fetch backups'}`);
      printNextStep(out);
    },
    ids: ({ replica_id }, out) => out.line(replica_id),
  },
};

/** `notes sync revoke` */
export const syncRevoke: Presentation<'revokeKey'> = {
  positional: { key_id: '<key-or-device>' },
  argumentDescriptions: {
    key_id: 'Key of another device, or a device that has one key: an id or a name, as notes sync status shows them.',
  },
  inputs: {
    mint: { flags: '--no-mint', description: 'Create no new group key: the device can still read what is published.' },
    confirmation: confirmFlag,
  },
  extra: { yes: yesFlag },
  run: async (call, { yes, ...values }) => {
    const { mint } = values;
    const { key_id, peer } = await findKey(call, String(values.key_id));
    if (values.confirmation === undefined) {
      call.out.notice(
        `This revokes the key of ${peer.name} (${peer.replica_id}) immediately. The device can no longer send changes.`,
      );
      call.out.notice(
        mint === false
          ? 'No new group key is created: the device can still read what is published.'
          : 'A new group key is created: the device cannot read anything published from then on. It keeps what it has.',
      );
      call.out.notice(
        `Data kept for the device stays until you retire it: ${formatCommand(call.out, 'sync', 'retire', peer.replica_id)}`,
      );
    }
    const purpose = { purpose: 'to revoke the key', otherwise: 'No key was revoked' };
    const confirmed = await requireConfirmation(call, { ...values, yes }, `revoke-key:${key_id}`, purpose);
    return call.invoke('revokeKey', { ...values, key_id, confirmation: confirmed });
  },
  render: {
    table: ({ key_id, replica_id }, out) => {
      out.line(`${key_id}  revoked  ${replica_id}`);
      printNextStep(out);
    },
    ids: ({ key_id }, out) => out.line(key_id),
  },
};

/** Answer of `notes sync recover`; after a restore with the attachments that it left on the sync target. */
type Recovered = Answer<'recoverSync'> & Partial<Remote>;
type Remote = Pick<Answer<'getSyncOverview'>['pending'], 'resources_remote' | 'bytes_remote'>;

const pickRemote = ({ resources_remote, bytes_remote }: Remote): Remote => ({ resources_remote, bytes_remote });

/** `notes sync recover` */
export const syncRecover: Presentation<'recoverSync', Recovered> = {
  missingLibrary: ({ action }) => (action === 'restore' ? 'make-if-done' : 'refuse'),
  positional: { action: '<what>' },
  inputs: {
    recovery_code: { flags: '--code <code>', description: 'Recovery code, or - to read it from standard input.' },
  },
  run: async (call, { recovery_code, ...values }) => {
    if (values.action !== 'rotate' && recovery_code === undefined)
      throw new ServiceError(
        'validation_failed',
        '--code: give the recovery code, or - to read it from standard input',
      );
    const code = recovery_code === '-' ? (await readText(call, '-')).trim() : recovery_code;
    const recovered = await call.invoke('recoverSync', {
      ...values,
      ...(code !== undefined && { recovery_code: code }),
    });
    if (recovered.action !== 'restore') return recovered;
    // The exchange publishes the new member, whose keys only this library has.
    await call.keepLibrary();
    await call.invoke('runSync', {});
    const { pending } = await call.invoke('getSyncOverview', {});
    return { ...recovered, ...pickRemote(pending) };
  },
  render: {
    table: ({ action, replica_id, epochs, members, recovery_code, resources_remote = 0, bytes_remote = 0 }, out) => {
      if (replica_id !== null) out.line(`${out.bold('device'.padEnd(14))} ${replica_id}`);
      out.line(
        `${out.bold('group'.padEnd(14))} ${formatCount(members, 'device')}, ${formatCount(epochs, 'group key')}`,
      );
      if (recovery_code !== null) printNewCode(recovery_code, out);
      if (action === 'verify') out.notice('The recovery code is valid.');
      if (action === 'restore')
        out.notice(
          `The library is restored. To find lost devices: ${formatCommand(out, 'sync', 'status')}. To retire one: ${formatCommand(out, 'sync', 'retire', 'DEVICE')}`,
        );
      if (resources_remote > 0)
        out.warning(
          `Only on the sync target: ${formatCount(resources_remote, 'large attachment')}, ${formatCount(bytes_remote, 'byte')}. Keep the target until they are here. To fetch them: ${formatCommand(out, 'sync', 'run', '--all-attachments')}`,
        );
    },
    ids: ({ replica_id }, out) => out.line(replica_id ?? ''),
  },
};

function printNewCode(code: string, out: Output): void {
  out.line(`${out.bold('recovery code'.padEnd(14))} ${code}`);
  out.notice('Write it down and discard the former code, which opens nothing that is published from now on.');
  out.notice(`The new code is valid after the next sync of this device: ${formatCommand(out, 'sync', 'run')}`);
}
