import { readFileSync } from 'node:fs';
import { listRoutes } from '@notes/contract';
import { openApiDocument } from '@notes/contract/openapi';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createRouters } from '../../src/app.js';
import { createWebAssets } from '../../src/web/assets.js';
import { useService } from './support.js';

const api = useService();

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** Lists the registered Express routes in the notation of the table. */
function listRegisteredRoutes(): string[] {
  const options = { library: api.library, log: pino({ level: 'silent' }), listenHost: '127.0.0.1' };
  const layers = createRouters(options, createWebAssets())
    .list()
    .flatMap(({ stack }) => stack as unknown as Layer[]);
  const routes = layers.flatMap(({ route }) => (route === undefined ? [] : [route]));
  return routes.flatMap(({ path, methods }) => {
    // `_all` is the handler that refuses other methods of a known path.
    const own = Object.keys(methods).filter((method) => method !== '_all');
    return own.map((method) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
  });
}

it('the registered routes equal those of the OpenAPI document, the operation table and routes.txt [P-ROUTES]', () => {
  const { paths = {} } = openApiDocument('1') as { paths?: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = readFileSync(new URL('../../../../packages/contract/routes.txt', import.meta.url), 'utf8');
  expect(listRegisteredRoutes().sort()).toEqual(
    listRoutes()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  expect(listRegisteredRoutes().sort()).toEqual(described.sort());
  expect(listRegisteredRoutes().sort()).toEqual(listed.trimEnd().split('\n').sort());
});

it('REST routes are below /api/v1, other pages beside it [P-PREFIX]', () => {
  const others = listRegisteredRoutes().filter((route) => !route.includes(' /api/v1/'));
  expect(others.sort()).toEqual(['GET /', 'GET /healthz', 'GET /mcp', 'POST /mcp']);
});
