// @ts-check
// Least work of a service on Express with validated input: node limit.mjs <database file>. A router of Express with one
// layer for each route, one check of the input by zod, the statements of the floor, and the headers of the service.
import { createServer } from 'node:http';
import { importFrom } from '../packages.mjs';
import { FloorDatabase } from './database.mjs';
import { announce } from './ready.mjs';

const { Router } = await importFrom('apps/server', 'express');
const { z } = await importFrom('packages/contract', 'zod');
const database = new FloorDatabase(process.argv[2] ?? '');

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json; charset=utf-8',
};
const id = z.string().regex(/^\w{1,64}$/);

/**
 * Reads of the service: path, schema of the input, and work.
 * @type {[string, any, (input: any) => unknown][]}
 */
const routes = [
  ['/api/v1/documents/:id', z.strictObject({ id }), (input) => database.get(input.id)],
  [
    '/api/v1/notebooks/:id/notes',
    z.strictObject({ id, limit: z.coerce.number().int() }),
    (input) => ({ documents: database.list(input.id, input.limit) }),
  ],
  [
    '/api/v1/links/suggest',
    z.strictObject({ q: z.string().max(1_000) }),
    (input) => ({ suggestions: database.suggest(input.q) }),
  ],
];

const router = Router({ caseSensitive: true, strict: true });
for (const [path, schema, work] of routes)
  router.get(path, (/** @type {any} */ request, /** @type {any} */ response) => {
    const at = request.url.indexOf('?');
    const query = at === -1 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(at + 1)));
    const answer = JSON.stringify(work(schema.parse({ ...request.params, ...query })));
    response.writeHead(200, { ...HEADERS, 'Content-Length': Buffer.byteLength(answer) });
    response.end(answer);
  });
announce(createServer((request, response) => router(request, response, () => response.writeHead(404).end())));
