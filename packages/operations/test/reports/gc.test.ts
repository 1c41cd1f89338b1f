import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type CallContext, invoke } from '../../src/index.js';
import { openTestLibrary } from '../support.js';

const DAY_MS = 86_400_000;
const UPLOADED = Date.UTC(2026, 0, 1);

/** Creates attachments of one and the same byte that no note uses, one in each millisecond. */
async function upload({ library: { store } }: CallContext, count: number): Promise<void> {
  const received = await store.blobs.receive(Readable.from([Buffer.from('x')]), { maxBytes: 10 });
  await store.write(({ resources }) => {
    for (let n = 0; n < count; n++)
      resources.adopt(received, { id: `res_${n}`, filename: 'x', mimeType: 'text/plain', at: UPLOADED + n });
  });
}

describe('getGcReport', () => {
  it.each([
    ['30 days by default', [], 30],
    ['as configured', ['retention.unattached_days=2'], 2],
    ['not at all', ['retention.unattached_days=0'], 0],
  ])('retains attachments without a note for their recovery window: %s [GC-WINDOWS]', async (_, settings, days) => {
    const { context } = await openTestLibrary(undefined, settings);
    await upload(context, 1);
    const end = UPLOADED + days * DAY_MS;
    const listTimes = async (now: number) => {
      const { eligible, retained } = await invoke('getGcReport', { ...context, now: () => now }, {});
      return [eligible, retained].map((list) => list.map(({ eligible_at }) => Date.parse(eligible_at)));
    };
    // A window of length 0 does not depend on the clock.
    expect(await listTimes(end - 1)).toEqual(days === 0 ? [[end], []] : [[], [end]]);
    expect(await listTimes(end)).toEqual([[end], []]);
  });

  it('reports the last possible time for a recovery window beyond it [GC-WINDOWS]', async () => {
    const settings = [`retention.unattached_days=${Number.MAX_SAFE_INTEGER}`];
    const { context } = await openTestLibrary(undefined, settings);
    await upload(context, 1);
    const { retained } = await invoke('getGcReport', context, {});
    expect(retained.map(({ eligible_at }) => eligible_at)).toEqual(['9999-12-31T23:59:59.999Z']);
  });

  it('has a digest of exactly the items that can be collected [GC-PLAN]', async () => {
    const { context } = await openTestLibrary();
    await upload(context, 1_002);
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const line = (id: string) =>
      `{"reason":"unattached_upload","resource_id":"${id}","sha256":"${sha256('x')}","size_bytes":1}`;
    const computeDigest = (count: number) => {
      const lines = Array.from({ length: count }, (_, n) => line(`res_${n}`)).sort();
      return sha256(['{"format":"service-gc","version":1}', ...lines, ''].join('\n'));
    };
    const end = UPLOADED + 30 * DAY_MS;
    for (const [at, count] of [
      [end - 1, 0],
      [end, 1],
      [end + 1_000, 1_001],
      [end + 1_001, 1_002],
      [end + DAY_MS, 1_002],
    ] as const) {
      const report = await invoke('getGcReport', { ...context, now: () => at }, {});
      expect([report.totals.eligible.count, report.plan_sha256]).toEqual([count, computeDigest(count)]);
    }
  });

  it('limits its lists but not its totals [GC-TOTALS]', async () => {
    const { context } = await openTestLibrary();
    await upload(context, 1_001);
    const report = await invoke('getGcReport', context, {});
    const all = [...report.eligible, ...report.retained];
    expect(all.length).toBe(1_000);
    expect(new Set(all.map(({ resource_id }) => resource_id)).size).toBe(1_000);
    const { eligible, retained } = report.totals;
    expect([eligible.count + retained.count, eligible.bytes + retained.bytes, report.truncated]).toEqual([
      1_001,
      1_001,
      true,
    ]);
  });
});
