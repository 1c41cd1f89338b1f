// @ts-check
/**
 * Runs inside an isolated network: listens on every address, which the service itself refuses to do, and prints the
 * answers to a client from loopback and to one from the second address, as JSON. Settings follow the address.
 */
import { request } from 'node:http';
import { listRoutes } from '@notes/contract';
import { openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { createListener } from '../../dist/index.js';

const [, , dataDir = '', address = '', ...set] = process.argv;
const config = loadConfig({ dataDir, set }, {});
const library = await openLibrary({ config, serviceVersion: '0.0.0-test', create: true, serve: true });
const log = /** @type {import('pino').Logger} */ (/** @type {unknown} */ ({ error() {}, warn() {} }));
const server = createListener({ library, log, listenHost: '127.0.0.1' });
await new Promise((resolve) => server.listen(0, '0.0.0.0', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

/**
 * @param {string} host
 * @param {{ method: string, path: string }} route
 * @param {Record<string, string>} headers
 * @returns {Promise<{ status: number | undefined, body: string }>}
 */
function ask(host, { method, path }, headers) {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, method, path, headers: { Host: 'localhost', ...headers } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (piece) => {
        body += piece;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    sent.on('error', reject).end();
  });
}

const claims = [{}, { 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', 'X-Real-IP': '127.0.0.1' }];
const routes = [...listRoutes(), { method: 'GET', path: '/nothing' }, { method: 'POST', path: '/api/v1/nothing' }];
const far = [];
for (const route of routes)
  for (const headers of claims) far.push({ ...route, ...(await ask(address, route, headers)) });
const near = await ask('127.0.0.1', { method: 'GET', path: '/healthz' }, { 'X-Forwarded-For': address });
process.stdout.write(JSON.stringify({ far, near }));
process.exit(0);
