import fc from 'fast-check';
import { seededCrypto } from '../generate/crypto.mjs';
import { deriveRecoveryKeys, type ReplicaKeys } from '../src/index.js';
import { GroupDevice } from '../src/testing/index.js';
import { fill } from './support.js';

const replica = (at: number) => `rep_0${('abcdefgh'[at] as string).repeat(25)}`;

/** Action of one device. */
export interface Step {
  readonly kind: keyof typeof deeds;
  /** Numbers that select the devices, modulo their count. */
  readonly who: number;
  readonly whom: number;
  readonly flag: boolean;
}

/** Devices of a group that act without knowing all operations of one another. */
export class History {
  readonly crypto = seededCrypto('history');
  readonly code: ReplicaKeys = deriveRecoveryKeys(this.crypto, fill(32, 1));
  readonly devices = [GroupDevice.createFounder(this.crypto, replica(0), this.code)];
  /** Devices that used the recovery code, which may read everything afterwards. */
  readonly codeHolders = new Set<GroupDevice>();

  invite(device: GroupDevice, as?: ReplicaKeys): void {
    if (this.devices.length < 7) this.devices.push(device.invite(replica(this.devices.length), as));
  }

  take({ kind, who, whom, flag }: Step): void {
    const device = this.devices[who % this.devices.length] as GroupDevice;
    const other = this.devices[whom % this.devices.length] as GroupDevice;
    deeds[kind](this, device, other, flag);
  }
}

/** Actions of a device, based on its present knowledge. */
const deeds = {
  invite: (history: History, device: GroupDevice) => history.invite(device),
  recover: (history: History, device: GroupDevice) => history.invite(device, history.code),
  revoke(_: History, device: GroupDevice, other: GroupDevice, flag: boolean) {
    if (device.log.introductions(other.keyId).length > 0) device.revoke(other.keyId, flag);
  },
  recoverRevoke({ code, codeHolders }: History, device: GroupDevice, other: GroupDevice, flag: boolean) {
    codeHolders.add(device);
    if (device.log.introductions(other.keyId).length > 0) device.revoke(other.keyId, flag, code);
  },
  retire(_: History, device: GroupDevice, other: GroupDevice) {
    if (device.state.members.has(other.replicaId)) device.retire(other.replicaId);
  },
  mint: (_: History, device: GroupDevice) => device.mint(),
  rotate: (_: History, device: GroupDevice) => device.rotate(),
  replaceCode: ({ crypto }: History, device: GroupDevice) =>
    device.replaceRecovery(deriveRecoveryKeys(crypto, fill(32, 2))),
  policy: (_: History, device: GroupDevice, __: GroupDevice, flag: boolean) =>
    device.write({ kind: 'policy.set', merge_version: flag ? 1 : 2 }),
  learn: (_: History, device: GroupDevice, other: GroupDevice) => device.learn(other),
  learnAgain: (_: History, device: GroupDevice, other: GroupDevice) => device.learn(other),
  tend: (_: History, device: GroupDevice) => device.maintain(),
};

export const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
    who: fc.nat(6),
    whom: fc.nat(6),
    flag: fc.boolean(),
  }),
  { minLength: 5, maxLength: 20 },
);

/** Creates a group of four and plays the steps. */
export function play(taken: readonly Step[]): History {
  const history = new History();
  for (let count = 0; count < 3; count += 1) history.invite(history.devices[0] as GroupDevice);
  for (const step of taken) history.take(step);
  return history;
}

/** Lets all devices learn all operations. */
export function learnAll({ devices }: History): void {
  const [first, ...others] = devices as [GroupDevice, ...GroupDevice[]];
  for (const other of others) first.learn(other);
  for (const other of others) other.learn(first);
}
