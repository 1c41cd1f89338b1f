import { type OperationName, operations, pageRoutes, pathParameters, ServiceError } from '@notes/contract';
import express, { type Express } from 'express';
import { bindOperation } from './http/bind.js';
import { sendError, sendText } from './http/respond.js';
import type { ListenerOptions } from './listener.js';

/** The routes of the table, as an Express application. Stands behind the guard. */
export function createApp(options: ListenerOptions): Express {
  const app = express();
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('query parser', () => ({}));
  app.set('etag', false);
  app.disable('x-powered-by');
  registerOperations(app, options);
  app.get(pageRoutes.healthz.path, (_request, response) => sendText(response, 'ok'));
  app.get(pageRoutes.webUi.path, (_request, response) =>
    sendError(
      response,
      new ServiceError('web_ui_not_built', 'the web UI is not part of this build; the REST interface is'),
    ),
  );
  registerMethodRefusals(app);
  app.use((_request, response) => {
    sendError(response, new ServiceError('not_found', 'there is nothing here'));
  });
  return app;
}

const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function registerOperations(app: Express, options: ListenerOptions): void {
  const rows = Object.entries(operations).flatMap(([name, { http }]) => (http === null ? [] : [{ name, http }]));
  // A fixed segment must be tried before a parameter in its place.
  rows.sort((a, b) => pathParameters(a.http.path).length - pathParameters(b.http.path).length);
  for (const { name, http } of rows) {
    app[http.method](expressPath(http.path), bindOperation(name as OperationName, http, options));
  }
}

/** A known path asked in another way: 405 with what it allows. */
function registerMethodRefusals(app: Express): void {
  const methods = new Map<string, string[]>();
  const routes = [
    ...Object.values(operations).flatMap(({ http }) => (http === null ? [] : [http])),
    ...Object.values(pageRoutes),
  ];
  for (const { method, path } of routes) {
    const upper = method.toUpperCase();
    methods.set(path, [...(methods.get(path) ?? []), ...(upper === 'GET' ? ['GET', 'HEAD'] : [upper])]);
  }
  for (const [path, allowed] of methods) {
    app.all(expressPath(path), (_request, response) => {
      const error = new ServiceError('method_not_allowed', `this path answers ${allowed.join(', ')}`);
      sendError(response, error, { Allow: allowed.join(', ') });
    });
  }
}
