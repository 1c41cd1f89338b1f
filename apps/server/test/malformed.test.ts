import { describe, expect, it } from 'vitest';
import { checkAnswer, requestBytes, verdict } from './support/ask.js';
import { type Conversation, converse, getHeader } from './support/raw.js';
import { useService } from './support/service.js';

const service = useService();

const HOST = 'Host: localhost\r\n';
const CLOSE = 'Connection: close\r\n\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const NEW_NOTE = `POST /api/v1/documents HTTP/1.1\r\n${HOST}${JSON_TYPE}`;
const NOTE = '{"title":"x"}';

async function tell(bytes: string | Buffer, methods?: string[]): Promise<Conversation & { verdicts: string[] }> {
  const talk = await converse(service.port, bytes, methods === undefined ? {} : { methods });
  for (const [index, answer] of talk.answers.entries()) if (answer.status >= 200) checkAnswer(answer, methods?.[index]);
  return { ...talk, verdicts: talk.answers.map((answer) => verdict(answer)) };
}

const BAD = '400 validation_failed';

/** Requests that another parser could read differently, or that are not HTTP: one answer, then the connection ends. */
const refused: Record<string, [bytes: string | Buffer, expected: string]> = {
  'an absolute target': [`GET http://localhost/healthz HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'an absolute target of another host': [`GET http://evil.test/healthz HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'an authority as target': [`GET localhost:80 HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'an asterisk as target': [`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'a tunnel': [`CONNECT localhost:80 HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'no slash': [`GET healthz HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'a fragment': [`GET /healthz#x HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'a fragment and backslashes': [`GET /api\\v1\\status# HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'a lone percent sign': [`GET /healthz% HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'percent and no digits': [`GET /healthz?a=%zz HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'an invalid UTF-8 byte': [`GET /api/v1/documents/%ff HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'an invalid UTF-8 byte in the query': [`GET /api/v1/search?q=%ff HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'an invalid UTF-8 byte in the name of an upload': [
    `POST /api/v1/resources?filename=%ff.txt HTTP/1.1\r\n${HOST}Content-Length: 1\r\n\r\nx`,
    BAD,
  ],
  'an overlong slash': [`GET /api/v1/documents/%c0%af HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'half a character': [`GET /api/v1/search?q=%e2%82 HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'an encoded surrogate': [`GET /api/v1/search?q=%ed%a0%80 HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'unencoded bytes': [Buffer.from(`GET /api/v1/search?q=é HTTP/1.1\r\n${HOST}\r\n`), BAD],
  'a raw 0xFF': [Buffer.from(`GET /\xff HTTP/1.1\r\n${HOST}\r\n`, 'latin1'), BAD],
  'a space in the target': [`GET /a b HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'a tab in the target': [`GET /a\tb HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'NUL in the target': [`GET /\0 HTTP/1.1\r\n${HOST}\r\n`, BAD],
  'another protocol': ['SSH-2.0-OpenSSH_9.2\r\n', BAD],
  TLS: [Buffer.from('160301020001000100fc0303', 'hex'), BAD],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', BAD],
  'HTTP/2.0 as a version': [`GET /healthz HTTP/2.0\r\n${HOST}\r\n`, BAD],
  'HTTP/1.2': [`GET /healthz HTTP/1.2\r\n${HOST}\r\n`, BAD],
  'a header without a colon': [`GET /healthz HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`, BAD],
  'a space before the colon': ['GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n', BAD],
  'a folded header': [`GET /healthz HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`, BAD],
  'NUL in a header': [`GET /healthz HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, BAD],
  'a bare line feed': ['GET /healthz HTTP/1.1\nHost: localhost\n\n', BAD],
  'both framings': [`${NEW_NOTE}Content-Length: 13\r\nTransfer-Encoding: chunked\r\n\r\n${NOTE}`, BAD],
  'both framings, the other way': [`${NEW_NOTE}Transfer-Encoding: chunked\r\nContent-Length: 13\r\n\r\n0\r\n\r\n`, BAD],
  'two lengths': [`${NEW_NOTE}Content-Length: 13\r\nContent-Length: 14\r\n\r\n${NOTE}`, BAD],
  'a signed length': [`${NEW_NOTE}Content-Length: +13\r\n\r\n${NOTE}`, BAD],
  'a negative length': [`${NEW_NOTE}Content-Length: -1\r\n\r\n${NOTE}`, BAD],
  'an overlong length': [`${NEW_NOTE}Content-Length: 99999999999999999999\r\n\r\n${NOTE}`, BAD],
  'a coding before chunked': [`${NEW_NOTE}Transfer-Encoding: gzip, chunked\r\n\r\nd\r\n${NOTE}\r\n0\r\n\r\n`, BAD],
  'chunked twice': [`${NEW_NOTE}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`, BAD],
  'chunked in disguise': [`${NEW_NOTE}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, BAD],
  'another coding': [`${NEW_NOTE}Transfer-Encoding: identity\r\n\r\n${NOTE}`, BAD],
  'chunked in HTTP/1.0': [
    `POST /api/v1/documents HTTP/1.0\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nd\r\n${NOTE}\r\n0\r\n\r\n`,
    BAD,
  ],
  'an invalid chunk size': [`${NEW_NOTE}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, BAD],
  'a chunk longer than it says': [`${NEW_NOTE}Transfer-Encoding: chunked\r\n\r\n2\r\n${NOTE}\r\n0\r\n\r\n`, BAD],
  'an expectation': [`${NEW_NOTE}Expect: x\r\nContent-Length: 13\r\n\r\n${NOTE}`, BAD],
  'an expectation with a foreign host': [
    `POST /api/v1/documents HTTP/1.1\r\nHost: evil.test\r\nExpect: x\r\nContent-Length: 13\r\n\r\n${NOTE}`,
    '403 forbidden',
  ],
  'a header over 16 KiB': [`GET /healthz HTTP/1.1\r\n${HOST}X: ${'x'.repeat(17_000)}\r\n\r\n`, '431 headers_too_large'],
  'headers over 16 KiB together': [
    `GET /healthz HTTP/1.1\r\n${HOST}${`X: ${'x'.repeat(900)}\r\n`.repeat(20)}\r\n`,
    '431 headers_too_large',
  ],
  'a target over 16 KiB': [`GET /${'x'.repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`, '431 headers_too_large'],
  'headers that never end': [`GET /healthz HTTP/1.1\r\n${'a:\r\n'.repeat(20_000)}`, '431 headers_too_large'],
  'trailers over 16 KiB': [
    `${NEW_NOTE}Transfer-Encoding: chunked\r\n\r\n0\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
    '431 headers_too_large',
  ],
  'chunk extensions over 16 KiB': [
    `${NEW_NOTE}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(17_000)}\r\n{\r\n`,
    '413 body_too_large',
  ],
};

describe('a malformed request', () => {
  it.each(Object.entries(refused))(
    '%s is answered once in the error envelope, and the connection closes',
    async (_, [bytes, expected]) => {
      const before = service.changes();
      const { verdicts, end, answers } = await tell(bytes);
      expect(verdicts).toEqual([expected]);
      expect(getHeader(answers[0] as (typeof answers)[0], 'connection')).toBe('close');
      expect(end).toBe('closed');
      expect(service.changes()).toBe(before);
    },
  );

  it('with characters outside ASCII in its target is told to encode them', async () => {
    const { answers } = await tell(Buffer.from(`GET /api/v1/search?q=é HTTP/1.1\r\n${HOST}\r\n`));
    expect(answers[0]?.body.toString()).toContain('Percent-encode spaces and characters outside ASCII');
  });

  it('in HTTP/1.0 is rejected without a Host header and served with one', async () => {
    expect(await tell(`GET /healthz HTTP/1.0\r\n${HOST}\r\n`)).toMatchObject({ verdicts: ['200'], end: 'closed' });
    expect(await tell('GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject({ verdicts: ['403 forbidden'], end: 'closed' });
  });

  it('cut off by a half-closed connection still gets its error', async () => {
    const half = `${NEW_NOTE}Content-Length: 13\r\n\r\n{"title"`;
    const { answers, end } = await converse(service.port, half, { endInput: true });
    expect([answers.map((each) => verdict(each)), end]).toEqual([[BAD], 'closed']);
  });
});

describe('one connection with many requests', () => {
  const get = (target: string, last = false) => requestBytes({ target }, last);

  it('answers in the order of the requests', async () => {
    const targets = ['/healthz', '/nothing', '/api/v1/tags', '/healthz?x', '/api/v1/collections/default'];
    const { verdicts, end } = await tell(
      Buffer.concat([...targets.map((target) => get(target)), get('/healthz', true)]),
    );
    expect(verdicts).toEqual(['200', '404 not_found', '200', '200', '200', '200']);
    expect(end).toBe('closed');
  });

  it('stays open after a rejected request, with or without a body', async () => {
    const refusals = [
      requestBytes({ target: '/healthz', host: 'evil.test' }, false),
      requestBytes({ method: 'POST', target: '/api/v1/documents', body: NOTE, host: 'evil.test' }, false),
      requestBytes({ method: 'POST', target: '/nothing', body: NOTE }, false),
      requestBytes({ method: 'PUT', target: '/healthz', body: NOTE }, false),
      requestBytes(
        { method: 'POST', target: '/api/v1/documents', body: 'x', headers: [['Content-Type', 'text/plain']] },
        false,
      ),
      requestBytes({ target: '/healthz', body: NOTE }, false),
    ];
    for (const refusal of refusals) {
      const { verdicts } = await tell(Buffer.concat([refusal, get('/healthz', true)]));
      expect(verdicts).toHaveLength(2);
      expect(verdicts[1]).toBe('200');
    }
  });

  it('answers a complete request even if the bytes after it are malformed', async () => {
    const before = service.changes();
    const { verdicts, end } = await tell(`${NEW_NOTE}Content-Length: 13\r\n\r\n${NOTE}GARBAGE\r\n\r\n`);
    expect([verdicts, end]).toEqual([['201', BAD], 'closed']);
    expect(service.changes()).toBeGreaterThan(before);
  });

  it('never treats the rest of a rejected body as a request', async () => {
    const smuggled = `GET /api/v1/status HTTP/1.1\r\n${HOST}\r\n`;
    const outer = requestBytes({ method: 'POST', target: '/nothing', body: smuggled }, false);
    const { verdicts } = await tell(Buffer.concat([outer, get('/healthz', true)]));
    expect(verdicts).toEqual(['404 not_found', '200']);
  });

  it('answers hundreds of pipelined requests', async () => {
    const many = Buffer.concat([...Array.from({ length: 300 }, () => get('/api/v1/notebooks')), get('/healthz', true)]);
    const { verdicts } = await tell(many);
    expect(verdicts).toEqual(Array(301).fill('200'));
  });
});

describe('Expect: 100-continue', () => {
  const asking = (target: string, type: string, length: number) =>
    `POST ${target} HTTP/1.1\r\n${HOST}Content-Type: ${type}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n`;

  it('gets 100 Continue when the body is wanted', async () => {
    const { answers } = await converse(
      service.port,
      `${asking('/api/v1/documents', 'application/json', 13)}${CLOSE}${NOTE}`,
    );
    expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  });

  it.each([
    ['a foreign type', '/api/v1/documents', 'text/plain', 13, 415],
    ['an unknown path', '/nothing', 'application/json', 13, 404],
    ['a body over the limit', '/api/v1/documents', 'application/json', 1e9, 413],
  ])('gets no 100 Continue for %s', async (_, target, type, length, status) => {
    const { answers } = await converse(service.port, `${asking(target, type, length)}\r\n`, { answers: 1 });
    expect(answers.map((each) => each.status)).toEqual([status]);
  });
});
