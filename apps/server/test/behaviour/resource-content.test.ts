import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type RawRequest, requestBytes, verdict } from '../support/ask.js';
import { getContent, getContentPath, store } from '../support/attachments.js';
import { getHeader, type RawAnswer } from '../support/raw.js';
import { useService } from '../support/service.js';

const MIB = 1024 * 1024;
const service = useService();

const get = (id: string, headers: Record<string, string> = {}, more: Partial<RawRequest> = {}) =>
  getContent(service, id, headers, more);
const pickHeaders = (answer: RawAnswer, ...names: string[]) => names.map((name) => getHeader(answer, name));

describe('attachment content', () => {
  it('is returned as stored, with its type, length and ETag [RC-WHOLE]', async () => {
    for (const size of [0, 1, 65_536, MIB, MIB + 1, 3 * MIB + 7]) {
      // Random first bytes could be the signature of a format, which then determines the type.
      const content = randomBytes(size).fill(0, 0, Math.min(size, 16));
      const { id, bytes, tag } = await store(service, content, 'x.png', 'image/png');
      const answer = await get(id);
      expect([answer.status, answer.body.equals(bytes)], String(size)).toEqual([200, true]);
      expect(pickHeaders(answer, 'content-type', 'content-length', 'etag', 'accept-ranges')).toEqual([
        'image/png',
        String(size),
        tag,
        'bytes',
      ]);
      expect(tag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    }
  });

  it('has the same headers for HEAD and GET [RC-HEAD]', async () => {
    const { id, tag } = await store(service, randomBytes(2 * MIB));
    const still = ({ headers }: RawAnswer) => headers.filter(([name]) => name !== 'Date');
    for (const headers of [{}, { 'If-None-Match': tag }]) {
      const [head, whole] = [await get(id, headers, { method: 'HEAD' }), await get(id, headers)];
      expect([head.status, still(head), head.body.length]).toEqual([whole.status, still(whole), 0]);
    }
  });

  it.each(['bytes=5-9', 'bytes=9999999-'])(
    'answers HEAD with Range %s like HEAD without it [RC-HEAD]',
    async (Range) => {
      const { id } = await store(service, randomBytes(100));
      const head = await get(id, { Range }, { method: 'HEAD' });
      expect([head.status, ...pickHeaders(head, 'content-length', 'content-range')]).toEqual([200, '100', undefined]);
    },
  );

  it('answers 304 to a client that has it [RC-304]', async () => {
    const { id, tag } = await store(service, Buffer.from('bytes'));
    for (const header of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      const answer = await get(id, { 'If-None-Match': header, Range: 'bytes=99-' });
      expect([answer.status, getHeader(answer, 'etag'), answer.body.length]).toEqual([304, tag, 0]);
    }
    expect((await get(id, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('answers 403 to a page that would run it as a script, style sheet or worker [RC-NOT-RUN]', async () => {
    const { id } = await store(service, Buffer.from('document.title = 1'), 'x.js', 'text/javascript');
    const requestAs = (dest: string) => get(id, { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': dest });
    for (const dest of ['script', 'style', 'worker', 'sharedworker', 'serviceworker'])
      expect(verdict(await requestAs(dest)), dest).toBe('403 forbidden');
    for (const dest of ['empty', 'image', 'video', 'audio', 'document'])
      expect(verdict(await requestAs(dest)), dest).toBe('200');
  });

  it('of a deleted attachment answers 404 [RC-GONE]', async () => {
    const { id } = await store(service, randomBytes(100));
    await service.world.call('deleteResource', { resource_id: id, confirmation: `delete-resource:${id}` });
    expect(verdict(await get(id))).toBe('404 not_found');
    expect(verdict(await get(id, {}, { method: 'HEAD' }), 'HEAD')).toBe('404');
  });

  it('deleted during the request answers 404 [RC-GONE]', async () => {
    const { id } = await store(service, randomBytes(100));
    const { blobs } = service.library.store;
    const open = blobs.open.bind(blobs);
    blobs.open = async (sha256) => {
      blobs.open = open;
      await service.world.call('deleteResource', { resource_id: id, confirmation: `delete-resource:${id}` });
      await expect.poll(() => existsSync(blobs.getPath(sha256))).toBe(false);
      return open(sha256);
    };
    expect(verdict(await get(id))).toBe('404 not_found');
  });
});

describe('attachment content opened in a browser', () => {
  const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  const storeAndOpen = async (type: string, query = '', filename = 'x') => {
    const { id } = await store(service, Buffer.from('<script>alert(1)</script>'), filename, type);
    return get(id, {}, { target: getContentPath(id, query) });
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
  ])('as %s is sandboxed, never sniffed, displayed only if harmless [RC-SAFE]', async (type, sent, place) => {
    const answer = await storeAndOpen(type);
    expect(pickHeaders(answer, 'content-type', 'x-content-type-options', 'content-security-policy')).toEqual([
      sent,
      'nosniff',
      SANDBOX,
    ]);
    expect(getHeader(answer, 'content-disposition')).toBe(`${place}; filename=x`);
  });

  it('is saved with download=1 [RC-DOWNLOAD]', async () => {
    for (const [query, place] of [
      ['?download=1', 'attachment'],
      ['?download=true', 'attachment'],
      ['?download=0', 'inline'],
    ] as const)
      expect(getHeader(await storeAndOpen('image/png', query), 'content-disposition')).toBe(`${place}; filename=x`);
    expect(verdict(await storeAndOpen('image/png', '?download=yes'))).toBe('400 validation_failed');
  });

  it.each([
    ['plain name.txt', 'attachment; filename="plain name.txt"'],
    ['quote".txt', 'attachment; filename="quote\\".txt"'],
    ['a\r\nSet-Cookie: x=1\r\n.txt', 'attachment; filename="aSet-Cookie: x=1.txt"'],
    ['über.txt', 'attachment; filename="?ber.txt"; filename*=UTF-8\'\'%C3%BCber.txt'],
    ['100%25.txt', "attachment; filename=100%25.txt; filename*=UTF-8''100%2525.txt"],
    ['a;b=c', 'attachment; filename="a;b=c"'],
  ])('has its file name, escaped: %j [RC-DOWNLOAD]', async (filename, disposition) => {
    expect(getHeader(await storeAndOpen('', '', filename), 'content-disposition')).toBe(disposition);
  });
});

describe('a client that reads content', () => {
  const openBlobs = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('/blobs/');
      } catch {
        return false;
      }
    }).length;

  it('and disconnects leaves no file open [RC-SLOW]', async ({ skip }) => {
    if (process.platform !== 'linux') skip('looks into /proc');
    const { id } = await store(service, randomBytes(20 * MIB));
    for (const how of ['destroy', 'resetAndDestroy', 'end'] as const)
      for (let round = 0; round < 5; round += 1) {
        const socket = connect(service.port, '127.0.0.1').on('error', () => {});
        socket.write(
          requestBytes({ target: getContentPath(id), headers: round % 2 === 0 ? [] : [['Range', 'bytes=5-']] }, false),
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
