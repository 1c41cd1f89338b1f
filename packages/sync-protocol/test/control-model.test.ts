import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeState } from '../generate/control.mjs';
import { seededCrypto } from '../generate/crypto.mjs';
import { type ControlLog, controlState, type ReplicaKeys, recoveryKeys } from '../src/index.js';
import { GroupDevice } from '../src/testing/index.js';
import { fill } from './support.js';

const replica = (at: number) => `rep_0${('abcdefgh'[at] as string).repeat(25)}`;

interface Step {
  readonly kind: keyof typeof deeds;
  /** Numbers that choose among those there are. */
  readonly who: number;
  readonly whom: number;
  readonly flag: boolean;
}

class History {
  readonly crypto = seededCrypto('history');
  readonly code: ReplicaKeys = recoveryKeys(this.crypto, fill(32, 1));
  readonly devices = [GroupDevice.found(this.crypto, replica(0), this.code)];
  /** Whoever has typed the recovery code may read everything from then on. */
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

/** What a device does, with what it knows then. */
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
  replaceCode: ({ crypto }: History, device: GroupDevice) => device.replaceRecovery(recoveryKeys(crypto, fill(32, 2))),
  policy: (_: History, device: GroupDevice, __: GroupDevice, flag: boolean) =>
    device.write({ kind: 'policy.set', merge_version: flag ? 1 : 2 }),
  learn: (_: History, device: GroupDevice, other: GroupDevice) => device.learn(other),
  learnAgain: (_: History, device: GroupDevice, other: GroupDevice) => device.learn(other),
  tend: (_: History, device: GroupDevice) => device.tend(),
};

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
    who: fc.nat(6),
    whom: fc.nat(6),
    flag: fc.boolean(),
  }),
  { minLength: 5, maxLength: 20 },
);

function play(taken: readonly Step[]): History {
  const history = new History();
  for (let count = 0; count < 3; count += 1) history.invite(history.devices[0] as GroupDevice);
  for (const step of taken) history.take(step);
  return history;
}

function learnAll({ devices }: History): void {
  for (const device of devices) for (const other of devices) device.learn(other);
}

const stateOf = (log: ControlLog) => JSON.stringify(describeState(controlState(log)));

test('[SYNC-GROUP] [SYNC-REMOVAL] operations give one state in any order, and what counts of a removed key its removal knew of', () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat()), (taken, numbers) => {
      const history = play(taken);
      learnAll(history);
      const [first, ...others] = history.devices as [GroupDevice, ...GroupDevice[]];
      const expected = stateOf(first.log);
      for (const other of others) expect(stateOf(other.log)).toBe(expected);
      const operations = first.log.entries.map(({ operation }) => operation);
      const shuffled = operations
        .map((operation) => ({ operation, key: numbers.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ operation }) => operation);
      expect(stateOf(first.relearned(shuffled))).toBe(expected);
      expectStrongRemoval(first.log);
    }),
    { seed: 8, numRuns: 40 },
  );
});

function expectStrongRemoval(log: ControlLog): void {
  const { voided, keys } = controlState(log);
  const counted = log.entries.filter(({ operation }) => !voided.includes(operation.id));
  const removals = counted.flatMap((entry) => {
    const { body } = entry.operation;
    return body.kind === 'member.revoke_key' ? [{ entry, keyId: body.revoked_key_id }] : [];
  });
  for (const { entry, keyId } of removals) {
    expect(keys.get(keyId)?.active).toBe(false);
    for (const other of counted)
      if (other.operation.body.key_id === keyId && other !== entry) expect(entry.past.has(other.number)).toBe(true);
  }
}

test('[SYNC-EPOCH] once all have learnt all and done what is asked, members hold every epoch and nobody else the current one', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const history = play(taken);
      for (let round = 0; round < 3; round += 1) {
        learnAll(history);
        const { members } = (history.devices[0] as GroupDevice).state;
        for (const device of history.devices) if (members.get(device.replicaId)?.status === 'active') device.tend();
      }
      learnAll(history);
      const { state } = history.devices[0] as GroupDevice;
      const alive = history.devices.filter(({ replicaId }) => state.members.get(replicaId)?.status === 'active');
      if (alive.length === 0) return;
      expect(state.mintNeeded).toBe(false);
      // What those alone have who are gone, nobody can share.
      const held = new Set(alive.flatMap(({ epochs }) => [...epochs.keys()]));
      expect(state.missingSeals.filter(({ epochId }) => held.has(epochId))).toEqual([]);
      expect(held).toContain(state.currentEpoch.id);
      for (const device of history.devices) {
        if (alive.includes(device)) expect(new Set(device.epochs.keys())).toEqual(held);
        else if (!isLeftTheEpoch(device) && !history.codeHolders.has(device))
          expect([...device.epochs.keys()]).not.toContain(state.currentEpoch.id);
      }
    }),
    { seed: 8, numRuns: 30 },
  );
});

/** Whether somebody was removed without a new epoch, and so may go on reading. */
const isLeftTheEpoch = ({ replicaId, log }: GroupDevice): boolean =>
  log.entries.some(({ operation: { body } }) => 'mint' in body && !body.mint && body.replica_id === replicaId);
