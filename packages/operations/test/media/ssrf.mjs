// @ts-check
/**
 * Runs in a network namespace with a resolver that this script starts. Localizes a note whose images try every way to
 * reach this machine, and prints the result of each image and the requests that arrived, as JSON.
 */
import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createRawServer, isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoke, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';

const [, , publicAddress = '', pngPath = '', keyPath = '', certificatePath = ''] = process.argv;
const png = readFileSync(pngPath);

/** Addresses of each name: all at once, or the first answer and all later answers. */
const meanings = new Map(
  Object.entries({
    'public.test': [[publicAddress]],
    'other.test': [[publicAddress]],
    'rebind.test': [[publicAddress], ['127.0.0.1']],
    'again.test': [[publicAddress], ['127.0.0.1']],
    'loopback.test': [['127.0.0.1']],
    'loopback6.test': [['::1']],
    'mixed.test': [[publicAddress, '127.0.0.1']],
    'mixed6.test': [[publicAddress, '::1']],
    'mapped.test': [['::ffff:127.0.0.1']],
    'compatible.test': [['::127.0.0.1']],
    'translated.test': [['64:ff9b::7f00:1']],
    'this.test': [['0.0.0.0']],
    'metadata.test': [['169.254.169.254']],
    'private.test': [['10.0.0.1']],
  }),
);

/** @type {Record<string, number>} */
const questions = {};

/** @param {Buffer} query */
function answerTo(query) {
  const end = query.indexOf(0, 12);
  const labels = [];
  for (let at = 12; at < end; at += 1 + /** @type {number} */ (query[at]))
    labels.push(query.toString('latin1', at + 1, at + 1 + /** @type {number} */ (query[at])));
  const name = labels.join('.').toLowerCase();
  if (name === 'silent.test') return null;
  const type = query.readUInt16BE(end + 1);
  const isV4 = type === 1;
  const asked = isV4 ? (questions[name] ?? 0) : 0;
  if (isV4) questions[name] = asked + 1;
  const turns = meanings.get(name);
  const addresses = (turns?.[Math.min(asked, turns.length - 1)] ?? []).filter((each) => isIPv4(each) === isV4);
  const known = type === 1 || type === 28 ? addresses : [];
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(turns === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(known.length, 6);
  head.writeUInt32BE(0, 8);
  const records = known.map((address) => {
    const bytes = toBytes(address);
    return Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]), bytes]);
  });
  return Buffer.concat([head, query.subarray(12, end + 5), ...records]);
}

/** @param {string} address */
function toBytes(address) {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const { hostname } = new URL(`http://[${address}]`);
  const [before = '', after = ''] = hostname.slice(1, -1).split('::');
  const groups = (/** @type {string} */ text) => (text === '' ? [] : text.split(':'));
  const zeros = Array(8 - groups(before).length - groups(after).length).fill('0');
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...groups(before), ...zeros, ...groups(after)].entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  return bytes;
}

const resolver = createSocket('udp4', (query, { address, port }) => {
  const answer = answerTo(query);
  if (answer !== null) resolver.send(answer, port, address);
});
await new Promise((resolve) => resolver.bind(53, '127.0.0.1', () => resolve(undefined)));

/** @type {string[]} */
const reached = [];
for (const host of ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1'])
  for (const port of [80, 443]) {
    const canary = createRawServer((socket) => {
      reached.push(`${host} ${port}`);
      socket.destroy();
    });
    await new Promise((resolve) => canary.listen(port, host, () => resolve(undefined)));
  }

/** @type {string[]} */
const served = [];
/** @type {import('node:http').RequestListener} */
const listener = ({ url = '', headers }, response) => {
  served.push(`${headers.host}${url}`);
  if (url === '/silent') return;
  if (url === '/stalled') return void response.write(png);
  const location = new URL(url, 'http://host').searchParams.get('to');
  if (location === null) response.end(png);
  else response.writeHead(302, { Location: location }).end();
};
const secure = { key: readFileSync(keyPath), cert: readFileSync(certificatePath) };
await new Promise((resolve) => createServer(listener).listen(80, publicAddress, () => resolve(undefined)));
await new Promise((resolve) =>
  createSecureServer(secure, listener).listen(443, publicAddress, () => resolve(undefined)),
);

const to = (/** @type {string} */ location) => `http://public.test/?to=${encodeURIComponent(location)}`;
const urls = [
  'http://public.test/a.png',
  'https://public.test/a.png',
  `http://${publicAddress}/a.png`,
  'https://other.test/a.png',
  'https://public.test/?to=http://public.test/a.png',
  'http://rebind.test/a.png',
  'http://again.test/?to=/b.png',
  ...[...meanings.keys()].slice(4).map((name) => `http://${name}/`),
  ...[...meanings.keys()].slice(4, 7).map((name) => `https://${name}/`),
  ...['http://loopback.test/', 'http://mixed.test/', 'http://named.test/', 'http://127.1/', 'file:///etc/passwd'].map(
    to,
  ),
  'http://named.test/',
  'http://none.test/',
  'http://public.test/silent',
  'http://public.test/stalled',
  'http://silent.test/',
  'http://2130706433/',
  'http://[::7f00:1]/',
  'http://localhost/',
];
const folder = mkdtempSync(join(tmpdir(), 'notes-ssrf-'));
const library = await openLibrary({
  config: loadConfig({ dataDir: folder }, {}),
  serviceVersion: '0.0.0',
  create: true,
});
const context = /** @type {const} */ ({ library, origin: 'cli', now: Date.now });
const note = await invoke('createDocument', context, { title: 'x', body: urls.map((url) => `![](${url})`).join('\n') });
const { items } = await invoke('localizeRemoteMedia', context, {
  document_id: note.id,
  base_revision_id: note.current_revision_id,
});
const outcomes = Object.fromEntries(items.map(({ url, status, reasons }) => [url, [status, ...reasons].join(' ')]));
const stored = [...library.store.blobs.list()].map(({ sha256 }) => sha256);
library.store.close();
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify({ outcomes, stored, reached, served: served.sort(), questions }));
process.exit(0);
