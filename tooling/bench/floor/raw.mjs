// @ts-check
// Database alone, timed in its own process: node raw.mjs <database file>. HTTP only carries the commands.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { FloorDatabase } from './database.mjs';
import { announce } from './ready.mjs';

/** @typedef {{ method: 'create' | 'update' | 'get' | 'list' | 'search' | 'suggest' | 'graph', arguments: any[] }} RawCall */

const database = /** @type {any} */ (new FloorDatabase(process.argv[2] ?? ''));

const server = createServer(async (request, response) => {
  const calls = /** @type {RawCall[]} */ (await json(request));
  const times = calls.map(({ method, arguments: list }) => {
    const started = performance.now();
    database[method](...list);
    return performance.now() - started;
  });
  response.end(JSON.stringify(times));
});
announce(server);
