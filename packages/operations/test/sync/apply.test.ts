import { viewDigest } from '@notes/sync-protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OpenedLibrary } from '../support.js';
import { act, ignoreRefusals, step } from './acts.js';
import { digestOf, Group, shown, shownOf } from './exchange.js';
import { openReplica } from './support.js';

/** More, and others, where somebody asks for them. */
const RUNS = Number(process.env.SYNC_RUNS ?? 6);
const SEED = Number(process.env.SYNC_SEED ?? 1);

it('any histories of three libraries end in one, which is what the protocol says [SYNC-APPLY]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const members = await Promise.all([openReplica(), openReplica(), openReplica()]);
      const group = new Group(members);
      for (const [serial, each] of steps.entries()) {
        const member = members[each.who] as OpenedLibrary;
        if (each.kind === 'pass')
          await group.pass(member, members[(each.who + 1 + (each.which % 2)) % 3] as OpenedLibrary);
        else await act(each, member, serial).catch(ignoreRefusals);
        expect(digestOf(member)).toBe(viewDigest(group.reference(member)));
        expect(shown(member)).toEqual(shownOf(group.reference(member)));
      }
      await group.exchange();
      for (const member of members) expect(shown(member)).toEqual(shownOf(group.reference(member)));
      expect(shown(members[1])).toEqual(shown(members[0]));
      expect(shown(members[2])).toEqual(shown(members[0]));
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
}, 1_200_000);
