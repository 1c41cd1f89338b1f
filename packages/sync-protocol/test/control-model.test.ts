import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeState } from '../generate/control.mjs';
import { type ControlLog, getControlState } from '../src/control/index.js';
import type { GroupDevice } from '../src/testing/index.js';
import { learnAll, play, steps } from './history.js';

const serialiseState = (log: ControlLog) => JSON.stringify(describeState(getControlState(log)));

test('[SYNC-GROUP] [SYNC-REMOVAL] operations give one state in any order, and of a removed key only operations that its removal knew count', () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat()), (taken, numbers) => {
      const history = play(taken);
      learnAll(history);
      const [first, ...others] = history.devices as [GroupDevice, ...GroupDevice[]];
      const expected = serialiseState(first.log);
      for (const other of others) expect(serialiseState(other.log)).toBe(expected);
      const operations = first.log.entries.map(({ operation }) => operation);
      const shuffled = operations
        .map((operation) => ({ operation, key: numbers.next().value as number }))
        .sort((a, b) => a.key - b.key)
        .map(({ operation }) => operation);
      expect(serialiseState(first.rebuildLog(shuffled))).toBe(expected);
      expectStrongRemoval(first.log);
    }),
    { seed: 8, numRuns: 30 },
  );
});

function expectStrongRemoval(log: ControlLog): void {
  const { voided, keys } = getControlState(log);
  const counted = log.entries.filter(({ operation }) => !voided.includes(operation.id));
  const removals = counted.flatMap((entry) => {
    const { body } = entry.operation;
    return body.kind === 'member.revoke_key' ? [{ entry, keyId: body.revoked_key_id }] : [];
  });
  for (const { entry, keyId } of removals) {
    expect(keys.get(keyId)?.active).toBe(false);
    for (const other of counted)
      if (other.operation.body.key_id === keyId && other !== entry)
        expect(entry.ancestors.has(other.number)).toBe(true);
  }
}

test('[SYNC-EPOCH] after a complete exchange all members hold every epoch, and only members hold the current one', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const history = play(taken);
      for (let round = 0; round < 3; round += 1) {
        learnAll(history);
        const { members } = (history.devices[0] as GroupDevice).state;
        for (const device of history.devices) if (members.get(device.replicaId)?.status === 'active') device.maintain();
      }
      learnAll(history);
      const { state } = history.devices[0] as GroupDevice;
      const alive = history.devices.filter(({ replicaId }) => state.members.get(replicaId)?.status === 'active');
      if (alive.length === 0) return;
      expect(state.mintNeeded).toBe(false);
      // Epochs that only removed devices hold cannot be shared.
      const held = new Set(alive.flatMap(({ epochs }) => [...epochs.keys()]));
      expect(state.missingSeals.filter(({ epochId }) => held.has(epochId))).toEqual([]);
      expect(held).toContain(state.currentEpoch.id);
      for (const device of history.devices) {
        if (alive.includes(device)) expect(new Set(device.epochs.keys())).toEqual(held);
        else if (!isLeftTheEpoch(device) && !history.codeHolders.has(device))
          expect([...device.epochs.keys()]).not.toContain(state.currentEpoch.id);
      }
    }),
    { seed: 8, numRuns: 25 },
  );
});

/** Returns true when a replica was removed without a new epoch, so that it may continue to read. */
const isLeftTheEpoch = ({ replicaId, log }: GroupDevice): boolean =>
  log.entries.some(({ operation: { body } }) => 'mint' in body && !body.mint && body.replica_id === replicaId);
