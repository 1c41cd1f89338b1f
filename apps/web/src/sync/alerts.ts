import { catalogue } from '../text/catalogue.js';
import { words } from '../text/words.js';

type Words = (device: string) => string;

/** Meaning of each alert, and the recommended action. */
const alerts: Readonly<Record<string, Words>> = catalogue({
  revoked: () =>
    'The key of this device was revoked on another: it exchanges no more. Nothing on it is lost; to come back, it has to be added again.',
  retired: () =>
    'This device was retired on another: it exchanges no more. Nothing on it is lost; to come back, it has to be added again.',
  not_enrolled: () =>
    'The service does not know this device: it was revoked or retired on another, or the service is of another library. Nothing on it is lost. If the address is right, the device has to be added again.',
  replica_rolled_back: (device: string) =>
    `This device has joined again, or its files were put back from a copy or copied: it goes on under another id. Sync here; then retire the id it had (${device}), unless another machine goes on with it.`,
  carrier_rolled_back: (device: string) =>
    `The place of exchange holds less of ${device} than it did: it was emptied, or put back to an earlier state. Nothing was lost here. Sync on each device, and what is missing is published again.`,
  carrier_damaged: (device: string) =>
    `Something that ${device} put at the place of exchange is damaged there. Nothing was lost here. Run \u201cnotes sync run --kind verify\u201d on ${device}, which puts again what it still has, then here; and see to the disk.`,
  gap: (device: string) =>
    `Something that ${device} published is missing at the place of exchange; what comes after it waits. Sync on ${device}: it publishes again what it still has.`,
  checkpoint_unwitnessed: (device: string) =>
    `What is missing here comes when the other devices sync, or was forgotten by all of them. A checkpoint of ${device} holds it, and no other device has looked whether it is true. If it does not come: \u201cnotes sync status\u201d shows its digest, and how to take it over if you trust ${device}; or this device is added anew.`,
  waiting: (device: string) =>
    `What ${device} published builds on something that has not arrived yet. It is taken in when that comes: sync on the other devices.`,
  quarantined: (device: string) =>
    `Something in the name of ${device} is damaged or breaks the rules. It is set aside, and what follows it waits. If you do not trust that device any more, retire it.`,
  needs_upgrade: (device: string) => `${device} runs a newer version of this program. Update it here, then sync again.`,
  fork: (device: string) =>
    `Two different stories are told in the name of ${device}: it was copied, or put back from a copy. Nothing that came after is taken in. Retire it and add it again.`,
  unknown_replica: (device: string) =>
    `At the place of exchange lies something of a device that is not in this group (${device}). It is not read. If nobody you know uses that place, delete it there.`,
  divergence: (device: string) =>
    `${device} has the same changes and shows something else for them. Nothing is lost, but this is a fault of the program: please report it, with the versions of both.`,
  resource_mismatch: (device: string) =>
    `An attachment from ${device} is not what its digest says. It was not taken in; sync on ${device} to have it published again.`,
});

/** Describes an alert; an unknown one by its code. */
export function alertWords(code: string, device: string): string {
  return Object.hasOwn(alerts, code) ? (alerts[code] as Words)(device) : `${words(code)}: ${device}`;
}
