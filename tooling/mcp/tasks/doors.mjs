// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** @import { Door } from './agent.mjs' */

const JSON_TYPES = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/**
 * Opens the endpoint of a service over HTTP.
 * @returns {Door}
 */
export function openHttp(/** @type {URL} */ url) {
  let id = 0;
  return {
    request: async (method, params) => {
      const sent = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params });
      const response = await fetch(url, { method: 'POST', headers: JSON_TYPES, body: sent });
      const received = await response.text();
      return { message: JSON.parse(received), bytes: Buffer.byteLength(sent) + Buffer.byteLength(received) };
    },
  };
}

/**
 * Starts a server that speaks on standard input and output.
 * @param {string[]} args arguments of Node
 * @param {Record<string, string>} variables environment variables to set
 * @returns {Door & { stop: () => Promise<void> }}
 */
export function openStdio(args, variables = {}) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const kill = () => child.kill();
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const send = (/** @type {object} */ message) => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
    child.stdin.write(line);
    return Buffer.byteLength(line);
  };
  return {
    request: async (method, params) => {
      const own = ++id;
      const sent = send({ id: own, method, params });
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`node ${args.join(' ')} exited before it answered.`);
        const message = JSON.parse(value);
        if (message.id !== own || message.method !== undefined) continue;
        if (method === 'initialize') send({ method: 'notifications/initialized' });
        return { message, bytes: sent + Buffer.byteLength(value) + 1 };
      }
    },
    stop: async () => {
      child.kill();
      await exited;
      process.off('exit', kill);
    },
  };
}
