import { type HttpBinding, operations, takesQuery } from '@notes/contract';
import type { Plugin } from 'vite';
import { dataPlugin } from './data-plugin.js';

/** Route of an operation: [method, path, true when the input goes into the query string]. */
export type ClientRoute = readonly [method: string, path: string, query: boolean];

/** Routes of the contract, without the schemas, which would be a third of the page. */
export const routesPlugin = (): Plugin => dataPlugin('routes', clientRoutes);

export function clientRoutes(): Record<string, ClientRoute> {
  const faces = Object.entries(operations).flatMap(([name, { http }]) =>
    // Leaves out routes for signed peer requests, which pages cannot call.
    http === null || http.access === 'peer' || http.access === 'code' ? [] : [[name, http] as const],
  );
  return Object.fromEntries(faces.map(([name, http]) => [name, toRoute(http)]));
}

const toRoute = (http: HttpBinding): ClientRoute => [http.method.toUpperCase(), http.path, takesQuery(http)];
