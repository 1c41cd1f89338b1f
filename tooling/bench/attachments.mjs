// @ts-check
// Measures uploads and downloads of large attachments, beside the time of system tools to hash and to copy the same
// file.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, createReadStream, openSync, rmSync, writeSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { figures, perSecond } from './figures.mjs';
import { interleave } from './measure.mjs';
import { startServer } from './process.mjs';

const MB = 1024 * 1024;
const ROUNDS = 3;
const PIECE = 1 * MB;
const RESOURCES = '/api/v1/resources';

/**
 * Measures the upload and the download of one attachment of so many megabytes, in MB per second.
 * @param {string[]} serviceArgs
 * @param {string} folder on the disk of the library
 * @param {number} megabytes
 */
export async function measureAttachments(serviceArgs, folder, megabytes) {
  const file = join(folder, 'attachment');
  makeFile(file, megabytes);
  const server = await startServer(serviceArgs);
  try {
    const upload = await interleave([createUpload(server.url, file), createCopy(file)], { rounds: ROUNDS, count: 1 });
    const { id } = await send(server.url, file);
    const reads = await interleave([createDownload(server.url, id), reading(file)], { rounds: ROUNDS, count: 1 });
    return [
      perSecond(figures('upload', 'ms', upload), { amount: megabytes, unit: 'MB/s' }),
      perSecond(figures('download', 'ms', reads), { amount: megabytes, unit: 'MB/s' }),
    ];
  } finally {
    await server.stop();
  }
}

function makeFile(/** @type {string} */ file, /** @type {number} */ megabytes) {
  const descriptor = openSync(file, 'w');
  for (let n = 0; n < megabytes; n++) writeSync(descriptor, randomBytes(MB));
  closeSync(descriptor);
}

/** Changes the bytes of a file, because bytes that are stored already are not stored again. */
function change(/** @type {string} */ file) {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, randomBytes(16), 0, 16, 0);
  closeSync(descriptor);
}

/** @returns {import('./measure.mjs').Subject} */
function createUpload(/** @type {URL} */ url, /** @type {string} */ file) {
  const run = async () => {
    change(file);
    const started = performance.now();
    const { id } = await send(url, file);
    const ms = performance.now() - started;
    await ask(url, 'DELETE', `${RESOURCES}/${id}`, { 'X-Service-Confirmation': `delete-resource:${id}` });
    return [ms];
  };
  return { name: 'product', run };
}

/** @returns {import('./measure.mjs').Subject} */
function createCopy(/** @type {string} */ file) {
  const copy = `${file}.copy`;
  const run = async () => {
    const started = performance.now();
    execFileSync('sha256sum', [file]);
    execFileSync('cp', [file, copy]);
    execFileSync('sync', [copy]);
    const ms = performance.now() - started;
    rmSync(copy);
    return [ms];
  };
  return { name: 'floor', run };
}

/** @returns {import('./measure.mjs').Subject} */
function createDownload(/** @type {URL} */ url, /** @type {string} */ id) {
  const run = async () => {
    const started = performance.now();
    const response = await ask(url, 'GET', `${RESOURCES}/${id}/content`);
    await pipeline(response, new Writable({ write: (_piece, _encoding, done) => done() }));
    return [performance.now() - started];
  };
  return { name: 'product', run };
}

/** @returns {import('./measure.mjs').Subject} */
function reading(/** @type {string} */ file) {
  const run = async () => {
    const started = performance.now();
    execFileSync('sha256sum', [file]);
    execFileSync('cp', [file, '/dev/null']);
    return [performance.now() - started];
  };
  return { name: 'floor', run };
}

/** @returns {Promise<{ id: string }>} */
async function send(/** @type {URL} */ url, /** @type {string} */ file) {
  const bytes = createReadStream(file, { highWaterMark: PIECE });
  return /** @type {{ id: string }} */ (await json(await ask(url, 'POST', RESOURCES, {}, bytes)));
}

/**
 * @param {URL} url
 * @param {string} method
 * @param {string} path
 * @param {http.OutgoingHttpHeaders} [headers]
 * @param {import('node:stream').Readable} [body]
 * @returns {Promise<http.IncomingMessage>} once its headers are there
 */
function ask(url, method, path, headers = {}, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, url), { method, headers, agent: false }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode < 300) resolve(method === 'DELETE' ? response.resume() : response);
      else reject(new Error(`${method} ${path}: ${statusCode}`));
    });
    request.on('error', reject);
    if (body === undefined) request.end();
    else pipeline(body, request).catch(reject);
  });
}
