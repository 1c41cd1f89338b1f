import { describe, expect, it } from 'vitest';
import { CallQueue } from '../../src/mcp/call-queue.js';

const HOUR = 3_600_000;
const never = new AbortController().signal;
const refusal = (turn: Promise<unknown>) => turn.then(() => 'begun').catch((error: { code?: string }) => error.code);

describe('the queue of MCP tool calls [N-MCP-FLIGHT]', () => {
  it('starts calls up to the limit, and the others in order of arrival', async () => {
    const queue = new CallQueue({ maxRunning: 2, maxWaiting: 10 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const turns = Array.from({ length: 6 }, async (_, index) => {
      ends[index] = await queue.enter(never, HOUR);
      begun.push(index);
    });
    await Promise.all(turns.slice(0, 2));
    expect(begun).toEqual([0, 1]);
    for (const [ended, expected] of [
      [1, [0, 1, 2]],
      [0, [0, 1, 2, 3]],
      [3, [0, 1, 2, 3, 4]],
      [2, [0, 1, 2, 3, 4, 5]],
    ] as const) {
      ends[ended]?.();
      ends[ended]?.();
      await turns[expected.length - 1];
      expect(begun).toEqual(expected);
    }
  });

  it('rejects a call over its limit, and accepts the next once one has started', async () => {
    const queue = new CallQueue({ maxRunning: 1, maxWaiting: 1 });
    const end = await queue.enter(never, HOUR);
    const waits = queue.enter(never, HOUR);
    expect(await refusal(queue.enter(never, HOUR))).toBe('rate_limited');
    end();
    await waits;
    const again = queue.enter(never, HOUR);
    (await waits)();
    expect(await refusal(again)).toBe('begun');
  });

  it('rejects a call that waited too long and one whose client disconnected', async () => {
    const queue = new CallQueue({ maxRunning: 1, maxWaiting: 2 });
    const end = await queue.enter(never, HOUR);
    const gone = new AbortController();
    const refusals = [refusal(queue.enter(never, 1)), refusal(queue.enter(gone.signal, HOUR))];
    gone.abort({ code: 'gone' });
    expect(await Promise.all(refusals)).toEqual(['rate_limited', 'gone']);
    expect(await refusal(queue.enter(gone.signal, HOUR))).toBe('gone');
    const next = queue.enter(never, HOUR);
    end();
    expect(await refusal(next)).toBe('begun');
  });
});
