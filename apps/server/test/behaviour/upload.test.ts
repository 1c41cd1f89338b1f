import { createHash } from 'node:crypto';
import type { Output } from '@notes/contract';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, checkAnswer, type RawRequest, requestBytes, verdict } from '../support/ask.js';
import { CHUNKED, frameChunks, getContentPath, leavesNothing, RESOURCES } from '../support/attachments.js';
import { converse, getHeader } from '../support/raw.js';
import { useService } from '../support/service.js';
import { SEED } from './support.js';

const MIB = 1024 * 1024;
const LIMIT = 8 * MIB;
const service = useService({ settings: [`resources.max_bytes=${LIMIT}`] });

type Resource = Output<'uploadResource'>;
type Headers = RawRequest['headers'];

const upload = (body: string | Uint8Array | undefined, headers: Headers = [], target = RESOURCES) =>
  ask(service.port, { method: 'POST', target, headers: headers ?? [], ...(body !== undefined && { body }) });

async function uploadSuccessfully(...sent: Parameters<typeof upload>): Promise<Resource> {
  const answer = await upload(...sent);
  expect(verdict(answer), answer.body.toString()).toBe('201');
  return JSON.parse(answer.body.toString('utf8')) as Resource;
}

const content = async (id: string) => (await ask(service.port, { target: getContentPath(id) })).body;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('an upload', () => {
  it('stores any bytes of any type unchanged [RU-STORE]', async () => {
    const types = fc.constantFrom(
      'application/json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'text/plain; charset=utf-16',
      'image/png',
      'no type',
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100_000 }), types, fc.boolean(), async (bytes, type, chunked) => {
        const body = chunked ? frameChunks(bytes, 10_000) : bytes;
        const headers = [['Content-Type', type] as const, ...(chunked ? [CHUNKED] : [])];
        const made = await uploadSuccessfully(body, headers);
        expect([made.sha256, made.size_bytes]).toEqual([sha256(bytes), bytes.length]);
        expect((await content(made.id)).equals(bytes)).toBe(true);
      }),
      { seed: SEED, numRuns: samples(25) },
    );
  });

  it('answers 201 with the attachment and its location [RU-STORE]', async () => {
    const answer = await upload('bytes', [['Content-Type', 'text/plain']], `${RESOURCES}?filename=a%20b.txt`);
    const made = JSON.parse(answer.body.toString()) as Resource;
    expect(made).toMatchObject({ filename: 'a b.txt', mime_type: 'text/plain', size_bytes: 5, deduplicated: false });
    expect(getHeader(answer, 'location')).toBe(`${RESOURCES}/${made.id}`);
    const { deduplicated: _, ...known } = made;
    expect(JSON.parse((await ask(service.port, { target: `${RESOURCES}/${made.id}` })).body.toString())).toEqual(known);
  });

  it.each([
    ['?filename=in%20the%20query.txt', 'attachment; filename=in-the-header.txt', 'in the query.txt'],
    ['', 'attachment; filename="in the header.txt"', 'in the header.txt'],
    ['', "attachment; filename=plain.txt; filename*=UTF-8''%C3%BCber.txt", 'über.txt'],
    ['', 'attachment; filename="../../etc/passwd"', 'passwd'],
    ['', 'attachment; filename="C:\\\\Users\\\\me\\\\photo.png"', 'photo.png'],
    ['?filename=..%2F..%2Fx%0D%0A%E2%80%AEgnp.exe', '', 'xgnp.exe'],
    ['', 'attachment', 'attachment'],
    ['?filename=', '', 'attachment'],
    ['?filename=..', '', 'attachment'],
  ])('takes its name from %s, else from %s [RU-NAME]', async (query, disposition, filename) => {
    const made = await uploadSuccessfully(
      'x',
      disposition === '' ? [] : [['Content-Disposition', disposition]],
      RESOURCES + query,
    );
    expect(made.filename).toBe(filename);
  });

  it.each([
    ['Image/PNG', 'image/png'],
    ['text/plain; charset=UTF-8; format=flowed', 'text/plain; charset=utf-8'],
    ['nonsense', 'application/octet-stream'],
    ['text/html; charset="<script>"', 'text/html'],
  ])('takes its type from Content-Type: %s [RU-TYPE]', async (type, mime_type) => {
    expect((await uploadSuccessfully('<p>x', [['Content-Type', type]])).mime_type).toBe(mime_type);
  });

  it('gets its type from its bytes and name when curl declared a form for lack of a type [RU-TYPE]', async () => {
    const form: Headers = [['Content-Type', 'application/x-www-form-urlencoded']];
    const made = await uploadSuccessfully('a,b', form, `${RESOURCES}?filename=table.csv`);
    expect(made.mime_type).toBe('text/csv; charset=utf-8');
    const named = await uploadSuccessfully('a=b', form, `${RESOURCES}?mime_type=text/plain`);
    expect(named.mime_type).toBe('text/plain');
  });

  it('leaves the connection usable for pipelined requests [RU-STORE]', async () => {
    const first = requestBytes({ method: 'POST', target: RESOURCES, body: 'first' }, false);
    const second = requestBytes(
      { method: 'POST', target: RESOURCES, headers: [CHUNKED], body: frameChunks(Buffer.from('second'), 3) },
      false,
    );
    const refused = requestBytes({ method: 'POST', target: `${RESOURCES}?nonsense=x`, body: 'third' }, false);
    const last = requestBytes({ target: '/healthz' });
    const { answers } = await converse(service.port, Buffer.concat([first, second, refused, last]));
    expect(answers.map((answer) => verdict(answer))).toEqual(['201', '201', '400 validation_failed', '200']);
  });

  it('without bytes stores an empty attachment, with any framing [RU-EMPTY]', async () => {
    for (const made of [
      await uploadSuccessfully(undefined),
      await uploadSuccessfully(''),
      await uploadSuccessfully('0\r\n\r\n', [CHUNKED]),
    ]) {
      expect([made.size_bytes, made.sha256]).toEqual([0, sha256(Buffer.alloc(0))]);
      expect(await content(made.id)).toHaveLength(0);
    }
  });

  it.each([
    ['an unknown field', { target: `${RESOURCES}?file_name=x` }, '400 validation_failed'],
    ['a name given twice', { target: `${RESOURCES}?filename=x&filename=y` }, '400 validation_failed'],
    ['a name with NUL', { target: `${RESOURCES}?filename=a%00b` }, '400 validation_failed'],
    ['compressed bytes', { headers: [['Content-Encoding', 'gzip']] }, '415 unsupported_media_type'],
    [
      'two types',
      { headers: ['a/b', 'c/d'].map((type) => ['Content-Type', type]) as unknown as Headers },
      '415 unsupported_media_type',
    ],
    ['an unknown expectation', { headers: [['Expect', 'money']] }, '400 validation_failed'],
  ] as [string, RawRequest, string][])(
    'with %s is rejected, and nothing is stored [RU-REFUSED]',
    async (_, change, expected) =>
      leavesNothing(service, async () => {
        expect(verdict(await ask(service.port, { method: 'POST', target: RESOURCES, body: 'x', ...change }))).toBe(
          expected,
        );
      }),
  );
});

describe('an upload over resources.max_bytes', () => {
  it('answers 413 at one byte over the limit, and is stored at the limit [RU-LIMIT]', async () => {
    expect((await uploadSuccessfully(Buffer.alloc(LIMIT))).size_bytes).toBe(LIMIT);
    expect((await uploadSuccessfully(frameChunks(Buffer.alloc(LIMIT), MIB), [CHUNKED])).size_bytes).toBe(LIMIT);
    await leavesNothing(service, async () => {
      expect(verdict(await upload(Buffer.alloc(LIMIT + 1)))).toBe('413 body_too_large');
      expect(verdict(await upload(frameChunks(Buffer.alloc(LIMIT + 1), MIB), [CHUNKED]))).toBe('413 body_too_large');
    });
  });

  it('is rejected by its Content-Length before the body is read [RU-LIMIT]', () =>
    leavesNothing(service, async () => {
      const { answers } = await converse(service.port, head(`Content-Length: ${2 * 1024 * MIB}`), { answers: 1 });
      expect(answers.map((answer) => verdict(answer))).toEqual(['413 body_too_large']);
      for (const answer of answers) checkAnswer(answer);
    }));

  it('without a length is rejected at the limit while the rest is drained [RU-LIMIT]', () =>
    leavesNothing(service, async () => {
      let sent = 0;
      async function* sparse(): AsyncGenerator<Buffer> {
        yield Buffer.from(head('Transfer-Encoding: chunked'));
        for (; sent < 2 * 1024 * MIB; sent += MIB) yield frameChunks(Buffer.alloc(MIB), MIB, false);
      }
      const { answers } = await converse(service.port, sparse(), { answers: 1 });
      expect(answers.map((answer) => verdict(answer))).toEqual(['413 body_too_large']);
      expect(sent).toBeLessThan(LIMIT + 64 * MIB);
    }));

  it('is rejected for fetch as well, which then continues [RU-LIMIT]', async () => {
    const url = `${service.url}${RESOURCES}`;
    for (const body of [new Uint8Array(64 * MIB), new Blob([new Uint8Array(40 * MIB)]).stream()]) {
      const refused = await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit);
      expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
        413,
        'body_too_large',
      ]);
      expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(201);
    }
  });

  it('is rejected before 100 Continue, which other uploads receive [RU-EXPECT]', async () => {
    const refused = await converse(service.port, head(`Content-Length: ${LIMIT + 1}\r\nExpect: 100-continue`), {
      answers: 1,
    });
    expect(refused.answers.map((answer) => verdict(answer))).toEqual(['413 body_too_large']);
    const named = await converse(service.port, head('Content-Length: 5\r\nExpect: 100-continue', '?nonsense=x'), {
      answers: 1,
    });
    expect(named.answers.map((answer) => verdict(answer))).toEqual(['400 validation_failed']);
    async function* patient(): AsyncGenerator<string> {
      yield head('Content-Length: 5\r\nExpect: 100-continue');
      await new Promise((resolve) => setTimeout(resolve, 200));
      yield 'bytes';
    }
    const taken = await converse(service.port, patient(), { answers: 1 });
    expect(taken.answers.map((answer) => verdict(answer))).toEqual(['100', '201']);
  });
});

const head = (headers: string, query = '') =>
  `POST ${RESOURCES}${query} HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n${headers}\r\n\r\n`;
