import { randomBytes } from 'node:crypto';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, readError, verdict } from '../support/ask.js';
import { getContent, getContentPath, store } from '../support/attachments.js';
import { getHeader, type RawAnswer } from '../support/raw.js';
import { useService } from '../support/service.js';
import { SEED } from './support.js';

const MIB = 1024 * 1024;
const service = useService();
const pickHeaders = (answer: RawAnswer, ...names: string[]) => names.map((name) => getHeader(answer, name));

describe('a range request', () => {
  it('returns the same slice as Buffer.subarray [RC-RANGE]', async () => {
    const sizes = [1, 100, 70_000, MIB + 1000];
    const contents = await Promise.all(sizes.map((size) => store(service, randomBytes(size))));
    const ranges = fc.constantFrom(...contents).chain((content) => {
      const at = fc.nat(content.bytes.length - 1);
      return fc.oneof(
        fc.tuple(at, at).map(([a, b]) => ({ content, first: Math.min(a, b), last: Math.max(a, b), open: false })),
        at.map((first) => ({ content, first, last: content.bytes.length - 1, open: true })),
      );
    });
    await fc.assert(
      fc.asyncProperty(ranges, fc.boolean(), async ({ content: { id, bytes, tag }, first, last, open }, fromEnd) => {
        const written = !open ? `${first}-${last}` : fromEnd ? `-${bytes.length - first}` : `${first}-`;
        const answer = await getContent(service, id, { Range: `bytes=${written}` });
        expect([answer.status, answer.body.equals(bytes.subarray(first, last + 1))]).toEqual([206, true]);
        const length = String(last - first + 1);
        const range = `bytes ${first}-${last}/${bytes.length}`;
        expect(pickHeaders(answer, 'content-range', 'content-length', 'etag')).toEqual([range, length, tag]);
      }),
      { seed: SEED, numRuns: samples(60) },
    );
  });

  it.each([
    ['bytes=5-', 5],
    ['bytes=5-9', 5],
    ['bytes=-0', 5],
    ['bytes=0-0', 0],
    ['bytes=-1', 0],
    ['bytes=9007199254740992-', 5],
  ])('%s of %i bytes answers 416 with the size [RC-UNSATISFIABLE]', async (range, size) => {
    const { id } = await store(service, Buffer.alloc(size, 'x'));
    const answer = await getContent(service, id, { Range: range });
    expect([verdict(answer), getHeader(answer, 'content-range')]).toEqual([
      '416 range_not_satisfiable',
      `bytes */${size}`,
    ]);
    expect(readError(answer).message).toContain(String(size));
  });

  it.each([
    ['bytes=0-99999999999999999999', 0],
    ['bytes=3-9007199254740993', 3],
    ['bytes=-9007199254740993', 0],
  ])('%s of 11 bytes is clipped to the end [RC-RANGE-CLIPPED]', async (range, first) => {
    const { id, bytes } = await store(service, Buffer.from('hello world'));
    const answer = await getContent(service, id, { Range: range });
    expect([answer.status, getHeader(answer, 'content-range')]).toEqual([206, `bytes ${first}-10/11`]);
    expect(answer.body.equals(bytes.subarray(first))).toBe(true);
  });

  it.each(['bytes=1-2,4-5', 'bytes=4-2', 'bytes=x-', 'bytes=-', 'lines=1-2', 'bytes', 'bytes=0-1;q=1'])(
    'with the malformed or unsupported range %s returns the whole content [RC-OTHER-RANGE]',
    async (range) => {
      const { id, bytes } = await store(service, Buffer.from('hello world'));
      const answer = await getContent(service, id, { Range: range });
      expect([answer.status, answer.body]).toEqual([200, bytes]);
    },
  );

  it('with two Range headers returns the whole content [RC-OTHER-RANGE]', async () => {
    const { id, bytes } = await store(service, Buffer.from('hello world'));
    const headers = [['Range', 'bytes=0-1'] as const, ['Range', 'bytes=2-3'] as const];
    expect((await ask(service.port, { target: getContentPath(id), headers })).body).toEqual(bytes);
  });

  it('with If-Range returns the range only for a matching ETag [RC-IF-RANGE]', async () => {
    const { id, tag } = await store(service, Buffer.from('hello world'));
    const requestRangeIf = async (condition: string) =>
      (await getContent(service, id, { Range: 'bytes=0-4', 'If-Range': condition })).status;
    expect(await requestRangeIf(tag)).toBe(206);
    for (const other of ['"other"', `W/${tag}`, tag.slice(1, -1), 'Sat, 21 Nov 2026 09:00:00 GMT', '*', ''])
      expect([other, await requestRangeIf(other)]).toEqual([other, 200]);
    // The failed condition drops the range, so it cannot be out of bounds.
    expect((await getContent(service, id, { Range: 'bytes=99-', 'If-Range': '"other"' })).status).toBe(200);
  });
});
