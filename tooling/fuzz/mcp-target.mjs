// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importFrom, root } from '../bench/packages.mjs';
import { startService } from '../reliability/service.mjs';
import { serviceProgram } from '../run/workspace.mjs';
import { sampleSchema } from './sample-schema.mjs';

const ANSWER_LIMIT_MS = 20_000;
/** Code of an error that the service did not expect. */
const INTERNAL_ERROR = -32603;
const SCOPE = 'organizer';

/** Describes an answer by the kind of its result or the code of its error, and throws for an internal error. */
function describeAnswer(/** @type {string} */ text) {
  if (text === '') return 'nothing';
  const answer = JSON.parse(text);
  if (answer.jsonrpc !== '2.0' && answer.error === undefined) throw new Error(`is no answer: ${text.slice(0, 200)}`);
  if (answer.error?.code === INTERNAL_ERROR) throw new Error(`is an internal error: ${text.slice(0, 400)}`);
  if (answer.error !== undefined)
    return `${answer.error.code} ${String(answer.error.message)
      .replace(/"[^"]*"|\d+/g, '…')
      .slice(0, 40)}`;
  const kind = Object.keys(Object(answer.result)).sort().join();
  return `${kind}${answer.result?.isError ? ' error' : ''}`;
}

/** Server that talks over standard input and output. */
class StdioServer {
  #child;
  #exited;
  /** @type {string[]} */
  #answers = [];
  /** @type {((line: string) => void) | undefined} */
  #onAnswer;
  #pings = 0;

  constructor(/** @type {string} */ dataDir) {
    const args = [serviceProgram(root), 'mcp', '--data-dir', dataDir, '--scope', SCOPE];
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#exited = once(this.#child, 'exit');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#answers.push(line);
      this.#onAnswer?.(line);
    });
  }

  /** Sends lines and a ping, and returns the answers up to that of the ping. */
  async send(/** @type {Buffer} */ lines) {
    this.#pings += 1;
    const id = `ping ${this.#pings}`;
    const answered = new Promise((resolve) => {
      this.#onAnswer = (line) => {
        if (line.includes(`"${id}"`)) resolve('answered');
      };
    });
    this.#child.stdin.write(Buffer.concat([lines, Buffer.from(`\n{"jsonrpc":"2.0","id":"${id}","method":"ping"}\n`)]));
    const late = new Promise((resolve) => setTimeout(resolve, ANSWER_LIMIT_MS, 'late').unref());
    const outcome = await Promise.race([answered, this.#exited.then(() => 'exited'), late]);
    if (outcome !== 'answered') throw new Error(`the server over standard input and output: ${outcome}`);
    return this.#answers.splice(0);
  }

  async close() {
    this.#child.stdin.end();
    await this.#exited;
  }
}

/** Makes the messages of sessions of both generations of the protocol, and a call of each tool. */
async function makeSessions() {
  const { tools } = await importFrom('packages/contract', './dist/tools/index.js');
  const { z } = await importFrom('packages/contract', 'zod');
  const request = (/** @type {string} */ method, /** @type {object} */ params = {}, /** @type {unknown} */ id = 1) => ({
    ...{ jsonrpc: '2.0', id, method, params },
  });
  const initialize = request('initialize', {
    ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
  });
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const claimed = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    },
  };
  const calls = Object.values(tools).map((tool) => {
    const schema = z.toJSONSchema(tool.arguments, { io: 'input', unrepresentable: 'any' });
    return request('tools/call', { name: tool.name, arguments: sampleSchema(schema, true) });
  });
  const others = [
    'ping',
    'tools/list',
    'resources/list',
    'resources/templates/list',
    'prompts/list',
    'server/discover',
  ];
  return [
    [initialize, initialized, request('tools/list', {}, 2)],
    ...others.map((method) => [request(method)]),
    ...others.map((method) => [request(method, claimed)]),
    [request('resources/read', { uri: 'resource://default/resources/res_00000000000000000000000000' })],
    [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'none' } }],
    [{ jsonrpc: '2.0', id: 1, result: {} }],
    [[request('ping'), request('tools/list', {}, 2)]],
    ...calls.map((call) => [call]),
    calls.slice(0, 3).map((call, id) => ({ ...call, id, params: { ...call.params, ...claimed } })),
  ];
}

/** @type {import('./targets.mjs').Target} */
export const mcpTarget = {
  words: ['{"jsonrpc":"2.0","id":', '"method":"tools/call"', '"params":{"name":"', '"arguments":{', '"_meta":{', '\n'],
  minKinds: 30,
  load: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'notes-fuzz-mcp-'));
    const service = await startService(
      join(folder, 'http'),
      [],
      [...['--set', `mcp.default_scope=${SCOPE}`, '--set', 'log.level=fatal']],
    );
    const made = await startService(join(folder, 'stdio'));
    await made.end('SIGTERM');
    const stdio = new StdioServer(join(folder, 'stdio'));
    const post = async (/** @type {string} */ body) => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const response = await fetch(new URL('/mcp', service.url), { method: 'POST', headers, body, signal });
      const text = await response.text();
      if (response.status >= 500) throw new Error(`answered with ${response.status}: ${text.slice(0, 400)}`);
      return `${response.status} ${describeAnswer(text)}`;
    };
    return {
      structure: {
        values: await makeSessions(),
        encode: (/** @type {unknown} */ session) =>
          Buffer.from((Array.isArray(session) ? session : [session]).map((each) => JSON.stringify(each)).join('\n')),
      },
      run: async (bytes) => {
        const answers = await stdio.send(bytes);
        for (const answer of answers) describeAnswer(answer);
        const posted = [];
        for (const line of bytes.toString('latin1').split('\n').slice(0, 5)) posted.push(await post(line));
        return [...new Set(posted)].sort().join(' | ').slice(0, 200);
      },
      close: async () => {
        await stdio.close();
        await service.end('SIGTERM');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
