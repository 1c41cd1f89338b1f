// @ts-check
/**
 * Search engine in a process of its own that keeps the ids and versions of its records in a file, and answers the
 * protocol of notes-search. Prints `listening` once it answers. It finds nothing: it is there to be killed.
 * Usage: node engine-process.mjs FILE PORT KEY
 */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs';
import http from 'node:http';
import { importFrom } from '../../bench/packages.mjs';

/** @typedef {{ from: number, to: number, upserts: { id: string, version: string }[], deletes: string[] }} Batch */

const { BucketDigests, bucketNumber } = await importFrom('packages/search-engine', './dist/index.js');
const [file, port, key] = /** @type {[string, string, string]} */ (process.argv.slice(2));

/** Index in memory, with a line in the file for each batch. */
class LoggedIndex {
  /** @type {string | null} */
  id = null;
  sequence = 0;
  /** @type {Map<string, string>} */
  records = new Map();

  /** Reads the batches of the file, and cuts off a line that a kill left unfinished. */
  load() {
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    truncateSync(file, Buffer.byteLength(text.slice(0, end)));
    const [id, ...lines] = text.slice(0, end).split('\n').slice(0, -1);
    if (id === undefined) return;
    this.id = id;
    for (const line of lines) this.put(JSON.parse(line));
  }

  put(/** @type {Batch} */ { to, upserts, deletes }) {
    for (const id of deletes) this.records.delete(id);
    for (const { id, version } of upserts) this.records.set(id, version);
    this.sequence = Math.max(this.sequence, to);
  }

  apply(/** @type {Batch} */ { from, to, upserts, deletes }) {
    if (from > this.sequence) return fail(409, 'gap', 'The index lacks changes before the batch');
    const batch = { from, to, upserts: upserts.map(({ id, version }) => ({ id, version })), deletes };
    const line = `${JSON.stringify(batch)}\n`;
    const isNew = this.id === null;
    this.id ??= randomUUID();
    append(isNew ? `${this.id}\n${line}` : line);
    this.put(batch);
    return succeed({ rejected: [] });
  }

  drop() {
    rmSync(file, { force: true });
    this.id = null;
    this.sequence = 0;
    this.records.clear();
    return succeed({});
  }
}

function append(/** @type {string} */ text) {
  const handle = openSync(file, 'a');
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
}

const succeed = (/** @type {unknown} */ body) => ({ status: 200, body });
const fail = (/** @type {number} */ status, /** @type {string} */ code, /** @type {string} */ message) => ({
  status,
  body: { error: { code, message } },
});

const index = new LoggedIndex();
index.load();

/** @type {Record<string, (body: any) => { status: number, body: unknown }>} */
const routes = {
  'GET /v1/describe': () =>
    succeed({
      ...{ protocol: 1, name: 'engine-process', version: '1.0.0', index_id: index.id, sequence: index.sequence },
      ...{ records: index.records.size, channels: { typo: 'ready', meaning: 'off' }, model: null, problem: null },
    }),
  'POST /v1/apply': (batch) => index.apply(batch),
  'POST /v1/candidates': () => succeed({ channels: {} }),
  'POST /v1/digests': (range) => {
    const digests = new BucketDigests();
    for (const [id, version] of index.records) digests.add({ id, version });
    return succeed({ buckets: digests.list(range) });
  },
  'POST /v1/entries': ({ bucket }) => {
    const entries = [...index.records].filter(([id]) => bucketNumber(id) === bucket);
    return succeed({ entries: entries.map(([id, version]) => ({ id, version })) });
  },
  'POST /v1/drop': () => index.drop(),
};

http
  .createServer(async (request, response) => {
    let text = '';
    request.setEncoding('utf8');
    for await (const chunk of request) text += chunk;
    const route = routes[`${request.method} ${request.url}`];
    const isKnown = request.headers.authorization === `Bearer ${key}`;
    const answer = !isKnown
      ? fail(401, 'refused', 'The key is wrong')
      : (route?.(text === '' ? {} : JSON.parse(text)) ?? fail(404, 'failed', 'There is no such route'));
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
  })
  .listen(Number(port), '127.0.0.1', () => console.log('listening'));
