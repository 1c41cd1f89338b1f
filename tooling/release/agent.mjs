// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PROTOCOL = '2025-11-25';

/**
 * Starts a server from an assistant's configuration, requests its tools over standard input and output, and lets it end
 * by itself.
 * @param {string} configuration the JSON that `notes mcp config json` prints
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>} the names of the tools
 * @throws when it does not end with code 0, or prints anything but its two answers
 */
export async function listServedTools(configuration, env) {
  const { tools } = await askServer(configuration, env, 'tools/list', {});
  return tools.map((/** @type {{ name: string }} */ { name }) => name);
}

/**
 * Calls one tool as {@link listServedTools} does.
 * @param {string} configuration
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {Record<string, unknown>} args
 * @throws when the tool fails
 */
export async function callTool(configuration, env, name, args) {
  const result = await askServer(configuration, env, 'tools/call', { name, arguments: args });
  assert(!result.isError, `${name}: ${JSON.stringify(result)}`);
}

/**
 * @param {string} configuration
 * @param {NodeJS.ProcessEnv} env
 * @param {string} method
 * @param {Record<string, unknown>} params
 * @returns {Promise<any>} the result
 */
async function askServer(configuration, env, method, params) {
  const { command, args } = JSON.parse(configuration).mcpServers.notes;
  const clientInfo = { name: 'notes-check', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: PROTOCOL, capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method, params },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const running = run(command, args, { env, timeout: 30_000 });
  // A server that ends early closes the pipe; its exit says why.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(input);
  const { stdout, stderr } = await running;
  const answers = stdout.trim().split('\n');
  const byId = new Map(answers.map((line) => JSON.parse(line)).map(({ id, result }) => [id, result]));
  assert.deepEqual([...byId.keys()].sort(), [1, 2], `${stdout}${stderr}`);
  assert.equal(byId.get(1).protocolVersion, PROTOCOL);
  return byId.get(2);
}
