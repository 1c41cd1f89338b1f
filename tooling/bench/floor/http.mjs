// @ts-check
// The floor: node:http and SQLite. node http.mjs <database file>
import { createServer } from 'node:http';
import { FloorDatabase } from './database.mjs';
import { announce } from './ready.mjs';

const database = new FloorDatabase(process.argv[2] ?? '');
const NOTE = '/api/v1/documents/';

/** @type {Record<string, (url: URL, body: any) => unknown>} */
const routes = {
  POST: ({ pathname }, body) =>
    pathname === '/api/v1/search' ? { results: database.search(body.match) } : database.create(body),
  PUT: ({ pathname }, body) => database.update(pathname.slice(NOTE.length), body),
  GET: ({ pathname, searchParams }) =>
    pathname.startsWith(NOTE)
      ? database.get(pathname.slice(NOTE.length))
      : { documents: database.list(pathname.split('/')[4] ?? '', Number(searchParams.get('limit'))) },
};

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
    const url = new URL(request.url ?? '', 'http://localhost');
    const answer = JSON.stringify(routes[request.method ?? '']?.(url, body));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
    response.end(answer);
  });
});
announce(server);
