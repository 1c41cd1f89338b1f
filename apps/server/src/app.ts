import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasHeadRoute, listRoutes, type OperationName, operations, pageRoutes, pathParameters } from '@notes/contract';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { createInternalError, createMethodError, createNotFoundError, toRequestFault } from './failures.js';
import { bindOperation } from './http/bind.js';
import { sendError, sendText } from './http/respond.js';
import { Routers } from './http/routers.js';
import { createMcpHandler, refuseMcpMethod, sendRefusal } from './mcp/http.js';
import type { ListenerOptions } from './options.js';
import { createWebAssets, type WebAssets } from './web/assets.js';

/**
 * Creates the handler of every request that the guard admits. It uses Express routers without an Express application,
 * which would replace the prototypes of each request and response and so cost as much as the rest of a read. Errors of
 * a router itself, such as a parameter whose percent-encoding is not UTF-8, are answered as client errors and not logged
 * as faults.
 */
export function createApp(options: ListenerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  const web = createWebAssets(options.webFolder);
  const routers = createRouters(options, web);
  const sendFile = (request: IncomingMessage, response: ServerResponse) => {
    if (!web.sendFile(request, response)) sendError(response, createNotFoundError());
  };
  return (request, response) => {
    const router = routers.find(request.url as string);
    if (router === undefined) return sendFile(request, response);
    router(request as Request, response as Response, (error?: unknown) => {
      if (error === undefined || error === null) return sendFile(request, response);
      const fault = toRequestFault(error);
      if (fault === undefined) options.log.error({ err: error }, 'request failed');
      sendRefusal(response, fault ?? createInternalError(error));
    });
  };
}

/**
 * Groups the routes of the operation table and of the pages. The routes of a group are made at its first request: making
 * all at the start would take longer than opening the library.
 */
export function createRouters(options: ListenerOptions, web: WebAssets): Routers {
  return new Routers(
    listRoutes().map(({ path }) => path),
    (paths) => createRouter(options, web, paths),
  );
}

/** Creates the routes of some paths. */
function createRouter(options: ListenerOptions, web: WebAssets, paths: ReadonlySet<string>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const { path, handlers } of listResources(options, web, (path) => paths.has(path))) {
    const route = router.route(toExpressPath(path));
    for (const [method, handler] of handlers) route[method](handler);
    route.all(refuseMethod([...handlers.keys()]));
  }
  const { path } = pageRoutes.mcp;
  if (paths.has(path)) router.route(path).post(createMcpHandler(options)).get(refuseMcpMethod).all(refuseMcpMethod);
  return router;
}

type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

interface Resource {
  readonly path: string;
  readonly handlers: Map<Method, RequestHandler>;
}

/** Lists every path with the handlers of its methods; a fixed segment comes before a parameter in the same position. */
function listResources(options: ListenerOptions, web: WebAssets, isIncluded: (path: string) => boolean): Resource[] {
  const byPath = new Map<string, Resource['handlers']>();
  const add = (path: string, method: Method, handler: RequestHandler) => {
    const handlers = byPath.get(path) ?? new Map();
    byPath.set(path, handlers.set(method, handler));
  };
  for (const [name, { http }] of Object.entries(operations)) {
    if (http === null || !isIncluded(http.path)) continue;
    const handler = bindOperation(name as OperationName, http, options);
    add(http.path, http.method, handler);
    if (hasHeadRoute(http)) add(http.path, 'head', handler);
  }
  if (isIncluded(pageRoutes.healthz.path))
    add(pageRoutes.healthz.path, 'get', (_request, response) => sendText(response, 'ok'));
  if (isIncluded(pageRoutes.webUi.path))
    add(pageRoutes.webUi.path, 'get', (_request, response, next) => {
      web.sendPage(response).catch(next);
    });
  return [...byPath]
    .map(([path, handlers]) => ({ path, handlers }))
    .sort((a, b) => pathParameters(a.path).length - pathParameters(b.path).length);
}

const toExpressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Answers any other method of a known path: 405 with the methods it allows. */
function refuseMethod(methods: readonly Method[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  const allow = [...new Set(allowed)].join(', ');
  return (_request, response) => sendError(response, createMethodError(allow), { Allow: allow });
}
