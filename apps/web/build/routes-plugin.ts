import { type HttpFace, operations, takesQuery } from '@notes/contract';
import type { Plugin } from 'vite';
import { dataPlugin } from './data-plugin.js';

/** How the client asks for an operation: [method, path, whether its input goes into the query string]. */
export type ClientRoute = readonly [method: string, path: string, query: boolean];

/** The routes of the contract's table, without the schemas: these would be a third of the page. */
export const routesPlugin = (): Plugin => dataPlugin('routes', clientRoutes);

export function clientRoutes(): Record<string, ClientRoute> {
  const faces = Object.entries(operations).flatMap(([name, { http }]) =>
    // What peers sign is not for pages: they are refused.
    http === null || http.access === 'peer' || http.access === 'code' ? [] : [[name, http] as const],
  );
  return Object.fromEntries(faces.map(([name, http]) => [name, routeOf(http)]));
}

const routeOf = (http: HttpFace): ClientRoute => [http.method.toUpperCase(), http.path, takesQuery(http)];
