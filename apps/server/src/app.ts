import { type OperationName, operations, pageRoutes, pathParameters, ServiceError } from '@notes/contract';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { bindOperation, internalError } from './http/bind.js';
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
  for (const { path, handlers } of resources(options)) {
    const route = app.route(expressPath(path));
    for (const [method, handler] of handlers) route[method](handler);
    route.all(refuseMethod([...handlers.keys()]));
  }
  app.use((_request, response) => sendError(response, new ServiceError('not_found', 'there is nothing here')));
  // Whatever goes wrong outside a handler: Express would answer with a page that shows the stack.
  const onFault: ErrorRequestHandler = (error, _request, response, _next) => {
    options.log.error({ err: error }, 'request failed');
    sendError(response, internalError(error));
  };
  app.use(onFault);
  return app;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface Resource {
  readonly path: string;
  readonly handlers: Map<Method, RequestHandler>;
}

/** Every path with what answers each of its methods; a fixed segment comes before a parameter in its place. */
function resources(options: ListenerOptions): Resource[] {
  const byPath = new Map<string, Resource['handlers']>();
  const add = (path: string, method: Method, handler: RequestHandler) => {
    const handlers = byPath.get(path) ?? new Map();
    byPath.set(path, handlers.set(method, handler));
  };
  for (const [name, { http }] of Object.entries(operations)) {
    if (http !== null) add(http.path, http.method, bindOperation(name as OperationName, http, options));
  }
  add(pageRoutes.healthz.path, 'get', (_request, response) => sendText(response, 'ok'));
  add(pageRoutes.webUi.path, 'get', (_request, response) => {
    const error = new ServiceError('web_ui_not_built', 'the web UI is not part of this build; the REST interface is');
    sendError(response, error);
  });
  return [...byPath]
    .map(([path, handlers]) => ({ path, handlers }))
    .sort((a, b) => pathParameters(a.path).length - pathParameters(b.path).length);
}

const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** A known path asked in another way: 405 with what it allows. */
function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  const allow = allowed.join(', ');
  return (_request, response) =>
    sendError(response, new ServiceError('method_not_allowed', `this path answers ${allow}`), { Allow: allow });
}
