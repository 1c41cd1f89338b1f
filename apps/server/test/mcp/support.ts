import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { findTool } from '@notes/contract/tools';
import type { Library } from '@notes/operations';
import { readAnswer } from '@notes/tooling/read-answer';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { createMcp } from '../../src/mcp/server.js';
import { talkOverStdio } from '../../src/mcp/stdio.js';
import { ask, type RawRequest } from '../support/ask.js';
import type { TestService } from '../support/service.js';

const HOLD = fileURLToPath(new URL('hold-library.mjs', import.meta.url));

/**
 * Blocks calls that write; resolves to a function that releases them.
 * The process that blocks them dies without closing the library, so the program under test closes it last.
 */
export async function holdLibrary(dataDir: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [HOLD, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const release = async () => {
    child.stdin.end();
    await exited;
  };
  onTestFinished(release);
  await once(child.stdout, 'data');
  return release;
}

export interface RpcBody {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  // biome-ignore lint/suspicious/noExplicitAny: what a client reads off the wire.
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly error?: { readonly code: number; readonly message: string; readonly data?: any };
}

/** Result of a call: one block of text and an equal object, a text alone, or an error. */
export interface CallResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  // biome-ignore lint/suspicious/noExplicitAny: as its tool has it.
  readonly structuredContent?: any;
  readonly isError?: true;
}

export interface RpcAnswer {
  readonly status: number;
  readonly body: RpcBody | undefined;
}

export const WIDEST = ['mcp.default_scope=organizer', 'mcp.sync_scope=control'];

export const asJson = (message: unknown) =>
  typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message);

/** Posts one message, in any form, and checks the properties of every answer. */
export async function post(
  { port }: Pick<TestService, 'port'>,
  message: unknown,
  request: Partial<RawRequest> = {},
): Promise<RpcAnswer> {
  const answer = await ask(port, { method: 'POST', target: '/mcp', body: asJson(message), ...request });
  const text = answer.body.toString('utf8');
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as RpcBody) };
}

export const request = (method: string, params?: unknown, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params });

/** Calls a tool over HTTP; fails unless the call is served. */
export async function callTool(service: TestService, name: string, args: unknown = {}): Promise<CallResult> {
  const { status, body } = await post(service, request('tools/call', { name, arguments: args }));
  expect([status, body?.error]).toEqual([200, undefined]);
  return checkResult(name, body?.result as CallResult);
}

/**
 * Checks the form of a result: equal text and object, a text alone, or an error alone. Adds the object to the result of a
 * tool that answers a text.
 */
export function checkResult(name: string, result: CallResult): CallResult {
  expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }]);
  const [{ text }] = result.content;
  const textField = findTool(name)?.textField;
  if (result.isError) {
    const told = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(result).sort()).toEqual(['content', 'isError']);
    expect(told).toEqual({ error: expect.objectContaining({ code: expect.any(String), message: expect.any(String) }) });
    expect(text.length).toBeLessThanOrEqual(2_000);
  } else if (textField !== undefined) {
    expect(Object.keys(result)).toEqual(['content']);
    return { ...result, structuredContent: readAnswer(text, textField) };
  } else {
    expect(Object.keys(result).sort()).toEqual(['content', 'structuredContent']);
    expect(text).toBe(JSON.stringify(result.structuredContent));
  }
  return result;
}

// biome-ignore lint/suspicious/noExplicitAny: errors have facts of their own.
export const errorIn = (result: CallResult): any => (JSON.parse(result.content[0].text) as { error: unknown }).error;

/** Sends lines over stdio to a library that is open already. */
export async function talk(
  library: Library,
  lines: readonly unknown[],
  log = pino({ level: 'silent' }),
): Promise<RpcBody[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const mcp = createMcp({ library, log, door: 'stdio' });
  const maxLineBytes = library.config['server.max_json_bytes'];
  const options = { input, output, stopped: new AbortController().signal, maxLineBytes, drainMs: 5_000 };
  const pieces: Buffer[] = [];
  output.on('data', (piece: Buffer) => pieces.push(piece));
  const done = talkOverStdio(mcp, options);
  for (const line of lines) input.write(Buffer.concat([Buffer.from(asJson(line)), Buffer.from('\n')]));
  input.end();
  await done;
  return Buffer.concat(pieces)
    .toString('utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RpcBody]));
}
