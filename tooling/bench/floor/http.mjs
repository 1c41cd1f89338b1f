// @ts-check
// Floor of the comparison: node:http and SQLite. node http.mjs <database file>
import { createServer } from 'node:http';
import { FloorDatabase } from './database.mjs';
import { announce } from './ready.mjs';

const database = new FloorDatabase(process.argv[2] ?? '');
const NOTE = '/api/v1/documents/';

/** @type {Record<string, (url: URL, body: any) => unknown>} */
const routes = {
  POST: ({ pathname }, body) => posts[pathname]?.(body),
  PUT: ({ pathname }, body) => database.update(pathname.slice(NOTE.length), body),
  GET: ({ pathname, searchParams }) => {
    if (pathname.startsWith(NOTE)) return database.get(pathname.slice(NOTE.length));
    if (pathname === '/api/v1/links/suggest') return { suggestions: database.suggest(searchParams.get('q') ?? '') };
    return { documents: database.list(pathname.split('/')[4] ?? '', Number(searchParams.get('limit'))) };
  },
};

/** @type {Record<string, (body: any) => unknown>} */
const posts = {
  '/api/v1/documents': (body) => database.create(body),
  '/api/v1/search': ({ match }) => ({ results: database.search(match) }),
  '/api/v1/graph': ({ roots, depth, max_nodes }) => database.graph(roots[0], depth, max_nodes),
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
