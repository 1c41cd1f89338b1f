import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestBytes } from '../support/ask.js';
import { CHUNKED, frameChunks, leavesNothing, RESOURCES } from '../support/attachments.js';
import { useService } from '../support/service.js';
import { SEED } from './support.js';

const service = useService();

describe('an aborted upload', () => {
  /** Sends the beginning of a body and disconnects. */
  async function cut(bytes: Uint8Array, how: 'reset' | 'end' | 'destroy', afterMs = 0): Promise<void> {
    const socket = connect({ port: service.port, host: '127.0.0.1' }).on('error', () => {});
    const gone = new Promise((resolve) => socket.once('close', resolve));
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    if (afterMs > 0) await sleep(afterMs);
    if (how === 'reset') socket.resetAndDestroy();
    else if (how === 'destroy') socket.destroy();
    else socket.resume().end();
    await gone;
  }

  /** Waits until the service has noticed all disconnects. */
  async function waitForDisconnects(): Promise<void> {
    const connections = () =>
      new Promise<number>((resolve) => service.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
    await expect.poll(() => readdirSync(service.library.store.paths.tmp)).toEqual([]);
  }

  it('leaves no attachment, no bytes and no temporary file, at any byte [RU-ABORT]', () =>
    leavesNothing(service, async () => {
      const uploads = fc.record({
        size: fc.integer({ min: 1, max: 300_000 }),
        at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        chunked: fc.boolean(),
        how: fc.constantFrom('reset', 'end', 'destroy'),
      });
      await fc.assert(
        fc.asyncProperty(uploads, async ({ size, at, chunked, how }) => {
          const bytes = Buffer.alloc(size, 'x');
          const request = chunked
            ? requestBytes({ method: 'POST', target: RESOURCES, headers: [CHUNKED], body: frameChunks(bytes, 50_000) })
            : requestBytes({ method: 'POST', target: RESOURCES, body: bytes });
          await cut(request.subarray(0, Math.floor(request.length * at)), how);
        }),
        { seed: SEED, numRuns: samples(50) },
      );
      await waitForDisconnects();
    }));

  it('at its very end is either stored completely or not at all [RU-ABORT] [RU-ORDER]', async () => {
    const { store } = service.library;
    const countStored = () => [
      [...store.blobs.list()].length,
      store.read(({ resources }) => resources.counts().resources),
    ];
    for (let n = 0; n < 60; n += 1) {
      const bytes = Buffer.alloc(100_000, `${n},`);
      await cut(
        requestBytes({ method: 'POST', target: RESOURCES, body: bytes }),
        n % 2 === 0 ? 'destroy' : 'reset',
        n % 10,
      );
    }
    await waitForDisconnects();
    // This write completes after those still in progress.
    await service.library.store.write(() => {});
    const [blobs, rows] = countStored();
    expect(blobs).toBe(rows);
  });

  it('leaves nothing when it ends in the last chunk or before the trailer [RU-ABORT]', () =>
    leavesNothing(service, async () => {
      const whole = requestBytes({
        method: 'POST',
        target: RESOURCES,
        headers: [CHUNKED],
        body: frameChunks(Buffer.from('x'), 9),
      });
      for (let missing = 1; missing <= 12; missing += 1) await cut(whole.subarray(0, -missing), 'end');
      await waitForDisconnects();
    }));
});
