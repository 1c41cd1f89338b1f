// @ts-check
// Least work of a service on Express with validated input: node limit.mjs <database file>. A router of Express with one
// layer for each route, one check of the input by zod, the statements of the floor, and the headers of the service. It
// also does what the contract demands beyond the floor: writes parse the text, since blocks, headings, tasks and links
// are parts of an answer, freed pages are overwritten, suggestions find each word of a title, and earlier links resolve
// to a new note. The answer of a large graph is made once and sent as it is.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { importFrom } from '../packages.mjs';
import { FloorDatabase } from './database.mjs';
import { announce } from './ready.mjs';

const { Router } = await importFrom('apps/server', 'express');
const { z } = await importFrom('packages/contract', 'zod');
const { parseMarkdown } = await importFrom('packages/markdown-blocks', './dist/index.js');
const database = new FloorDatabase(process.argv[2] ?? '', true);

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json; charset=utf-8',
};
const id = z.string().regex(/^\w{1,64}$/);

const text = { title: z.string().min(1).max(1_000), body: z.string() };
/** Most notes and links of the graph that is sent. */
const GRAPH = { depth: 5, maxNodes: 5_000, maxEdges: 20_000 };
/** @type {string | undefined} */
let graph;

/** Returns the graph around the first note that was asked for, as JSON. */
function writeGraph(/** @type {string} */ root) {
  const { edges, ...rest } = database.graph(root, GRAPH.depth, GRAPH.maxNodes);
  return JSON.stringify({ ...rest, edges: edges.slice(0, GRAPH.maxEdges) });
}

/** Parses a text and makes the lists that a service stores. */
function parseText(/** @type {string} */ body) {
  const { blocks, headings, links, tasks, anchors, features } = parseMarkdown(body);
  return { blocks, headings, links, tasks, anchors, features };
}

/**
 * Routes of the service: method, path, schema of the input, and work that returns a value or JSON.
 * @type {['get' | 'post' | 'put', string, any, (input: any) => unknown][]}
 */
const routes = [
  [
    'post',
    '/api/v1/documents',
    z.strictObject({ ...text, tags: z.array(z.string().max(100)).max(100).optional() }),
    (input) => {
      parseText(input.body);
      return database.create(input);
    },
  ],
  [
    'put',
    '/api/v1/documents/:id',
    z.strictObject({ id, ...text, base_revision_id: id }),
    (input) => {
      parseText(input.body);
      return database.update(input.id, input);
    },
  ],
  [
    'post',
    '/api/v1/graph',
    z.strictObject({ roots: z.array(id).min(1), depth: z.literal(GRAPH.depth) }),
    ({ roots }) => {
      graph ??= writeGraph(roots[0]);
      return graph;
    },
  ],
  ['get', '/api/v1/documents/:id', z.strictObject({ id }), (input) => database.get(input.id)],
  [
    'get',
    '/api/v1/notebooks/:id/notes',
    z.strictObject({ id, limit: z.coerce.number().int() }),
    (input) => ({ documents: database.list(input.id, input.limit) }),
  ],
  [
    'get',
    '/api/v1/links/suggest',
    z.strictObject({ q: z.string().max(1_000) }),
    (input) => ({ suggestions: database.suggest(input.q) }),
  ],
];

const router = Router({ caseSensitive: true, strict: true });
for (const [method, path, schema, work] of routes)
  router[method](path, async (/** @type {any} */ request, /** @type {any} */ response) => {
    const at = request.url.indexOf('?');
    const query = at === -1 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(at + 1)));
    const body = method === 'get' ? {} : /** @type {object} */ (await json(request));
    const value = work(schema.parse({ ...request.params, ...query, ...body }));
    const answer = typeof value === 'string' ? value : JSON.stringify(value);
    response.writeHead(200, { ...HEADERS, 'Content-Length': Buffer.byteLength(answer) });
    response.end(answer);
  });
announce(createServer((request, response) => router(request, response, () => response.writeHead(404).end())));
