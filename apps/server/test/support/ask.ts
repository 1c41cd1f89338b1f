import { errorCodes } from '@notes/contract';
import { expect } from 'vitest';
import { converse, getHeader, type RawAnswer } from './raw.js';
import { CANARY, type Sample } from './world.js';

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** Body, sent as JSON unless `headers` names another Content-Type. */
  readonly body?: string | Uint8Array;
  /** Host header; null sends none. */
  readonly host?: string | null;
}

/** Encodes a request with its fields as given, valid or not. */
export function requestBytes(request: RawRequest, last = true): Buffer {
  const { method = 'GET', target = '/', headers = [], body, host = 'localhost' } = request;
  const hasHeader = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  const all = [
    ...(host === null ? [] : [['Host', host] as const]),
    ...headers,
    ...(body !== undefined && !hasHeader('content-type') ? [['Content-Type', 'application/json'] as const] : []),
    ...(body !== undefined && !hasHeader('transfer-encoding')
      ? [['Content-Length', String(Buffer.byteLength(body))] as const]
      : []),
    ...(last ? [['Connection', 'close'] as const] : []),
  ];
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body ?? '')]);
}

/** Sends one request on a connection of its own and checks the properties of every answer. */
export async function ask(port: number, request: RawRequest): Promise<RawAnswer> {
  const { answers } = await converse(port, requestBytes(request), { methods: [request.method ?? 'GET'] });
  const answer = answers[0] as RawAnswer;
  expect(answers.length, `answers to ${request.method} ${request.target?.slice(0, 200)}`).toBe(1);
  checkAnswer(answer, request.method);
  return answer;
}

/** Sends the request of a sample; `change` alters it. */
export function askSample(port: number, sample: Sample, change: Partial<RawRequest> = {}): Promise<RawAnswer> {
  return ask(port, { ...sampleRequest(sample), ...change });
}

export function sampleRequest(sample: Sample): RawRequest {
  const target = fill(sample.path, sample.params);
  if (sample.method === 'GET' || sample.bytes !== undefined) {
    const query = new URLSearchParams(
      Object.entries(sample.fields).map(([name, value]) => [name, String(value)] as [string, string]),
    );
    const body = sample.bytes === undefined ? {} : { body: sample.bytes };
    const { method, headers } = sample;
    return { method, target: query.size === 0 ? target : `${target}?${query}`, headers, ...body };
  }
  const body = Object.keys(sample.fields).length === 0 ? {} : { body: JSON.stringify(sample.fields) };
  return { method: sample.method, target, headers: sample.headers, ...body };
}

/** Fills the parameters of a path of the table, percent-encoded. */
export function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] as string));
}

interface Envelope {
  readonly error: { code: string | number; message: string; data?: { code: string } };
}

const rpcCodes: Readonly<Record<number, string>> = { [-32601]: 'not_found' };

/** Returns code and message of an error, also from JSON-RPC in an answer to an agent. */
export function readError(answer: RawAnswer): { code: string; message: string } {
  const { code, message, data } = (JSON.parse(answer.body.toString('utf8')) as Envelope).error;
  return { code: typeof code === 'string' ? code : (data?.code ?? rpcCodes[code] ?? 'validation_failed'), message };
}

/** Formats status and code as one word, for tables of expectations. */
export const verdict = (answer: RawAnswer, method?: string): string =>
  answer.status < 400 || method === 'HEAD' ? String(answer.status) : `${answer.status} ${readError(answer).code}`;

const everyHeader: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};
const ownHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
/** Headers of stored bytes, which are of untrusted origin. */
const contentHeaders: Record<string, string> = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'accept-ranges': 'bytes',
};
const never = /^(access-control-|x-powered-by$|server$|set-cookie$|transfer-encoding$)/i;
/** Patterns of internals: paths, SQL, stacks. */
const inside =
  /\/(tmp|home|root|usr|var|work)\/|node_modules|\.[cm]?[jt]s\b|SQLITE|SELECT |INSERT |\n| at \S+ \(|Error:/;

/** Checks the properties of every answer to every request, good or bad. */
export function checkAnswer(answer: RawAnswer, method = 'GET'): void {
  const stored = getHeader(answer, 'content-disposition') !== undefined;
  for (const [name, value] of Object.entries({ ...everyHeader, ...(stored ? contentHeaders : ownHeaders) })) {
    const sent = answer.headers.filter(([each]) => each.toLowerCase() === name).map((each) => each[1]);
    expect(sent, `${name} of a ${answer.status}`).toEqual([value]);
  }
  expect(answer.headers.filter(([name]) => never.test(name))).toEqual([]);
  if (answer.status < 400 || method === 'HEAD') return;
  expect(getHeader(answer, 'content-type')).toBe('application/json; charset=utf-8');
  const text = answer.body.toString('utf8');
  const { code, message } = readError(answer);
  if (!text.startsWith('{"jsonrpc"'))
    expect(JSON.parse(text)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  expect(errorCodes[code as keyof typeof errorCodes]?.http).toBe(answer.status);
  expect(message.length).toBeGreaterThan(0);
  expect(message.length).toBeLessThan(500);
  expect(message).not.toMatch(inside);
  expect(message).not.toContain(CANARY);
}
