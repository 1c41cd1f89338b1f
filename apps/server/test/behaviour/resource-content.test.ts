import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ask, errorOf, type RawRequest, requestBytes, verdict } from '../support/ask.js';
import { headerOf, type RawAnswer } from '../support/raw.js';
import { TestService, useService } from '../support/service.js';
import { SEED } from './support.js';

const MIB = 1024 * 1024;
const service = useService();

interface Stored {
  readonly id: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

async function store(bytes: Uint8Array, filename = 'a file', mime_type = '', at = service): Promise<Stored> {
  const { id, sha256 } = await at.world.call('uploadResource', { filename, mime_type }, Readable.from([bytes]));
  return { id, bytes: Buffer.from(bytes), tag: `"${sha256}"` };
}

const target = (id: string, query = '') => `/api/v1/resources/${id}/content${query}`;
const get = (id: string, headers: Record<string, string> = {}, more: Partial<RawRequest> = {}) =>
  ask(service.port, { target: target(id), headers: Object.entries(headers), ...more });
const headersOf = (answer: RawAnswer, ...names: string[]) => names.map((name) => headerOf(answer, name));

describe('content', () => {
  it('comes as it was stored, with what is known of it [RC-WHOLE]', async () => {
    for (const size of [0, 1, 65_536, MIB, MIB + 1, 3 * MIB + 7]) {
      const { id, bytes, tag } = await store(randomBytes(size), 'x.png', 'image/png');
      const answer = await get(id);
      expect([answer.status, answer.body.equals(bytes)], String(size)).toEqual([200, true]);
      expect(headersOf(answer, 'content-type', 'content-length', 'etag', 'accept-ranges')).toEqual([
        'image/png',
        String(size),
        tag,
        'bytes',
      ]);
      expect(tag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    }
  });

  it('is not sent to HEAD, which is told the same [RC-HEAD]', async () => {
    const { id, tag } = await store(randomBytes(2 * MIB));
    const still = ({ headers }: RawAnswer) => headers.filter(([name]) => name !== 'Date');
    const asked = [{}, { Range: 'bytes=5-9' }, { Range: 'bytes=9999999-' }, { 'If-None-Match': tag }];
    for (const headers of asked) {
      const [head, whole] = [await get(id, headers, { method: 'HEAD' }), await get(id, headers)];
      expect([head.status, still(head), head.body.length]).toEqual([whole.status, still(whole), 0]);
    }
  });

  it('is not sent again to who has it [RC-304]', async () => {
    const { id, tag } = await store(Buffer.from('bytes'));
    for (const header of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      const answer = await get(id, { 'If-None-Match': header, Range: 'bytes=99-' });
      expect([answer.status, headerOf(answer, 'etag'), answer.body.length]).toEqual([304, tag, 0]);
    }
    expect((await get(id, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('of an attachment that is not there any more is 404 [RC-GONE]', async () => {
    const { id } = await store(randomBytes(100));
    await service.world.call('deleteResource', { resource_id: id, confirmation: `delete-resource:${id}` });
    expect(verdict(await get(id))).toBe('404 not_found');
    expect(verdict(await get(id, {}, { method: 'HEAD' }), 'HEAD')).toBe('404');
  });

  it('that is deleted as it is asked for is 404 too, and no damage [RC-GONE]', async () => {
    const { id } = await store(randomBytes(100));
    const { blobs } = service.library.store;
    const open = blobs.open.bind(blobs);
    blobs.open = async (sha256) => {
      blobs.open = open;
      await service.world.call('deleteResource', { resource_id: id, confirmation: `delete-resource:${id}` });
      await expect.poll(() => existsSync(blobs.pathOf(sha256))).toBe(false);
      return open(sha256);
    };
    expect(verdict(await get(id))).toBe('404 not_found');
  });
});

describe('a range', () => {
  it('is the same slice of the bytes as Buffer.subarray cuts [RC-RANGE]', async () => {
    const sizes = [1, 100, 70_000, MIB + 1000];
    const contents = await Promise.all(sizes.map((size) => store(randomBytes(size))));
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
        const answer = await get(id, { Range: `bytes=${written}` });
        expect([answer.status, answer.body.equals(bytes.subarray(first, last + 1))]).toEqual([206, true]);
        const length = String(last - first + 1);
        const range = `bytes ${first}-${last}/${bytes.length}`;
        expect(headersOf(answer, 'content-range', 'content-length', 'etag')).toEqual([range, length, tag]);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it.each([
    ['bytes=5-', 5],
    ['bytes=5-9', 5],
    ['bytes=-0', 5],
    ['bytes=0-0', 0],
    ['bytes=-1', 0],
    ['bytes=9007199254740992-', 5],
    ['bytes=0-99999999999999999999', 5],
  ])('%s of %i bytes is 416 with the real size [RC-UNSATISFIABLE]', async (range, size) => {
    const { id } = await store(Buffer.alloc(size, 'x'));
    const answer = await get(id, { Range: range });
    expect([verdict(answer), headerOf(answer, 'content-range')]).toEqual([
      '416 range_not_satisfiable',
      `bytes */${size}`,
    ]);
    expect(errorOf(answer).message).toContain(String(size));
  });

  it.each(['bytes=1-2,4-5', 'bytes=4-2', 'bytes=x-', 'bytes=-', 'lines=1-2', 'bytes', 'bytes=0-1;q=1'])(
    'written %s answers the whole [RC-OTHER-RANGE]',
    async (range) => {
      const { id, bytes } = await store(Buffer.from('hello world'));
      const answer = await get(id, { Range: range });
      expect([answer.status, answer.body]).toEqual([200, bytes]);
    },
  );

  it('asked for in two headers answers the whole [RC-OTHER-RANGE]', async () => {
    const { id, bytes } = await store(Buffer.from('hello world'));
    const headers = [['Range', 'bytes=0-1'] as const, ['Range', 'bytes=2-3'] as const];
    expect((await ask(service.port, { target: target(id), headers })).body).toEqual(bytes);
  });

  it('is answered to who has the same bytes, and the whole to others [RC-IF-RANGE]', async () => {
    const { id, tag } = await store(Buffer.from('hello world'));
    const asked = async (condition: string) => (await get(id, { Range: 'bytes=0-4', 'If-Range': condition })).status;
    expect(await asked(tag)).toBe(206);
    for (const other of ['"other"', `W/${tag}`, tag.slice(1, -1), 'Sat, 21 Nov 2026 09:00:00 GMT', '*', ''])
      expect([other, await asked(other)]).toEqual([other, 200]);
    // Where the condition fails there is no range to be out of bounds.
    expect((await get(id, { Range: 'bytes=99-', 'If-Range': '"other"' })).status).toBe(200);
  });
});

describe('content that is opened', () => {
  const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  const opened = async (type: string, query = '', filename = 'x') => {
    const { id } = await store(Buffer.from('<script>alert(1)</script>'), filename, type);
    return get(id, {}, { target: target(id, query) });
  };

  it.each([
    ['image/png', 'image/png', 'inline'],
    ['audio/ogg', 'audio/ogg', 'inline'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['text/plain; charset=utf-16', 'text/plain; charset=utf-16', 'attachment'],
    ['text/html', 'text/html', 'attachment'],
    ['application/xhtml+xml', 'application/xhtml+xml', 'attachment'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['text/xml', 'text/xml', 'attachment'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['text/javascript', 'text/javascript', 'attachment'],
    ['nonsense', 'application/octet-stream', 'attachment'],
  ])('as %s is sandboxed, never sniffed, and shown only if it is harmless [RC-SAFE]', async (type, sent, place) => {
    const answer = await opened(type);
    expect(headersOf(answer, 'content-type', 'x-content-type-options', 'content-security-policy')).toEqual([
      sent,
      'nosniff',
      SANDBOX,
    ]);
    expect(headerOf(answer, 'content-disposition')).toBe(`${place}; filename=x`);
  });

  it('is saved where that is asked for [RC-DOWNLOAD]', async () => {
    for (const [query, place] of [
      ['?download=1', 'attachment'],
      ['?download=true', 'attachment'],
      ['?download=0', 'inline'],
    ] as const)
      expect(headerOf(await opened('image/png', query), 'content-disposition')).toBe(`${place}; filename=x`);
    expect(verdict(await opened('image/png', '?download=yes'))).toBe('400 validation_failed');
  });

  it.each([
    ['plain name.txt', 'attachment; filename="plain name.txt"'],
    ['quote".txt', 'attachment; filename="quote\\".txt"'],
    ['a\r\nSet-Cookie: x=1\r\n.txt', 'attachment; filename="aSet-Cookie: x=1.txt"'],
    ['über.txt', 'attachment; filename="?ber.txt"; filename*=UTF-8\'\'%C3%BCber.txt'],
    ['100%25.txt', "attachment; filename=100%25.txt; filename*=UTF-8''100%2525.txt"],
    ['a;b=c', 'attachment; filename="a;b=c"'],
  ])('has its name, written safely: %j [RC-DOWNLOAD]', async (filename, disposition) => {
    expect(headerOf(await opened('', '', filename), 'content-disposition')).toBe(disposition);
  });
});

describe('damaged bytes', () => {
  const damaged = new TestService();
  afterAll(() => damaged.stop());
  const path = ({ tag }: Stored) => damaged.library.store.blobs.pathOf(tag.slice(1, -1));
  const read = (id: string) => ask(damaged.port, { target: target(id) });

  it('are not answered, whatever happened to them [RC-DAMAGED]', async () => {
    await damaged.start();
    const harms: Record<string, (file: string) => void> = {
      changed: (file) => writeFileSync(file, readFileSync(file).fill(0, 0, 1)),
      shortened: (file) => truncateSync(file, 10),
      emptied: (file) => truncateSync(file, 0),
      lengthened: (file) => truncateSync(file, 5 * MIB),
      removed: (file) => rmSync(file),
    };
    for (const [name, harm] of Object.entries(harms))
      for (const size of [1_000, MIB]) {
        const content = await store(randomBytes(size), 'x', '', damaged);
        harm(path(content));
        const answer = await read(content.id);
        expect([name, verdict(answer), errorOf(answer).message]).toEqual([
          name,
          '500 internal_error',
          'the stored bytes of this attachment are damaged',
        ]);
        expect(damaged.faults.at(-1)).toContain(content.id);
      }
  });

  it('are cut off before their end where they are many [RC-DAMAGED]', async () => {
    const content = await store(randomBytes(4 * MIB), 'x', '', damaged);
    writeFileSync(path(content), readFileSync(path(content)).fill(0, 100, 101));
    const { received, ended } = await download(damaged.port, content.id);
    expect(received).toBeGreaterThan(MIB);
    expect(received).toBeLessThan(4 * MIB);
    expect(ended).toBe('early');
    await expect.poll(() => damaged.faults.at(-1)).toContain(content.id);
  });
});

/** How much of a body arrives, however it ends. */
function download(port: number, id: string): Promise<{ received: number; ended: 'whole' | 'early' }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      const head = all.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(all.toString('latin1', 0, head))?.[1]);
      const received = all.length - head - 4;
      resolve({ received, ended: received === length ? 'whole' : 'early' });
    });
    socket.write(requestBytes({ target: target(id) }));
  });
}

describe('a reader', () => {
  const openBlobs = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('/blobs/');
      } catch {
        return false;
      }
    }).length;

  it('that goes away leaves no file open [RC-SLOW]', async ({ skip }) => {
    if (process.platform !== 'linux') skip('looks into /proc');
    const { id } = await store(randomBytes(20 * MIB));
    for (const how of ['destroy', 'resetAndDestroy', 'end'] as const)
      for (let round = 0; round < 5; round += 1) {
        const socket = connect(service.port, '127.0.0.1').on('error', () => {});
        socket.write(
          requestBytes({ target: target(id), headers: round % 2 === 0 ? [] : [['Range', 'bytes=5-']] }, false),
        );
        await new Promise((resolve) => socket.once('data', resolve));
        socket.pause();
        await expect.poll(openBlobs).toBeGreaterThan(0);
        socket[how]();
        if (how === 'end') socket.destroy();
      }
    for (let round = 0; round < 5; round += 1) {
      await get(id, {}, { method: 'HEAD' });
      await get(id, { Range: 'bytes=0-0' });
    }
    await expect.poll(openBlobs).toBe(0);
  });
});
