import { catalogue, words } from '../text/catalogue.js';

type Words = (device: string) => string;
/** Codes that the service reports, `ALERT_CODES` of the sync protocol and the states of a removed device. */
type AlertCode =
  | 'revoked'
  | 'retired'
  | 'not_enrolled'
  | 'replica_rolled_back'
  | 'carrier_rolled_back'
  | 'carrier_damaged'
  | 'gap'
  | 'checkpoint_unwitnessed'
  | 'waiting'
  | 'quarantined'
  | 'needs_upgrade'
  | 'fork'
  | 'unknown_replica'
  | 'divergence'
  | 'resource_mismatch';

/** Meaning of each alert, and the recommended action. */
const alerts: Readonly<Record<AlertCode, Words>> = catalogue({
  revoked: () =>
    'The key of this device was revoked on another device, so it no longer syncs. Nothing on it is lost. To come back, it must be added again.',
  retired: () =>
    'This device was retired on another device, so it no longer syncs. Nothing on it is lost. To come back, it must be added again.',
  not_enrolled: () =>
    'The service does not know this device: the device was revoked or retired on another one, or the service belongs to another library. Nothing on this device is lost. If the address is right, add the device again.',
  replica_rolled_back: (device: string) =>
    `This device has joined again, or its files were copied or restored from a copy. It continues under another id. Sync here; then retire its previous id (${device}), unless another machine still uses it.`,
  carrier_rolled_back: (device: string) =>
    `The sync target has less data of ${device} than before: it was emptied, or restored to an earlier state. Nothing was lost here. Sync on each device to publish again what is missing.`,
  carrier_damaged: (device: string) =>
    `A file of ${device} is damaged at the sync target. Nothing was lost here. Run \u201cnotes sync run --kind verify\u201d on ${device}, which publishes again what it still has, and then on this device. Check the disk.`,
  gap: (device: string) =>
    `A file that ${device} published is missing at the sync target, and the files after it wait. Sync on ${device}: it publishes again what it still has. If it was retired, run \u201cnotes sync run --kind snapshot\u201d on a device that has its changes, and sync here.`,
  checkpoint_unwitnessed: (device: string) =>
    `Some changes are missing here. They arrive when the other devices sync, unless all devices have compacted them. A checkpoint of ${device} contains them, but no other device has verified it. If the changes do not arrive, \u201cnotes sync status\u201d shows the digest of the checkpoint and how to accept it if you trust ${device}. Or add this device again.`,
  waiting: (device: string) =>
    `Changes of ${device} build on others that have not arrived here yet. They are applied, or sent if they are of this device, once those arrive: sync on the other devices.`,
  quarantined: (device: string) =>
    `Data in the name of ${device} is damaged or breaks the rules. It is set aside, and what follows it waits. If you no longer trust that device, retire it.`,
  needs_upgrade: (device: string) => `${device} runs a newer version of this program. Update it here, then sync again.`,
  fork: (device: string) =>
    `${device} published two different histories: its library was copied, or restored from a copy. Nothing published after that is applied. Retire the device and add it again.`,
  unknown_replica: (device: string) =>
    `The sync target has data of a device that is not in this group (${device}). The data is not read. If nobody you know uses that location, delete the data there.`,
  divergence: (device: string) =>
    `${device} has the same changes, but a different library. Nothing is lost, but this is a fault of the program: please report it, with the versions of both devices.`,
  resource_mismatch: (device: string) =>
    `An attachment from ${device} does not match its digest and was not accepted. Sync on ${device} to publish it again.`,
});

/** Describes an alert; an unknown one by its code. */
export function describeAlert(code: string, device: string): string {
  return Object.hasOwn(alerts, code) ? alerts[code as AlertCode](device) : `${words(code)}: ${device}`;
}
