import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasHeadRoute, listRoutes, type OperationName, operations, pageRoutes, pathParameters } from '@notes/contract';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { createInternalError, createMethodError, createNotFoundError, toRequestFault } from './failures.js';
import { bindOperation } from './http/bind.js';
import { sendError, sendText } from './http/respond.js';
import { createMcpHandler, refuseMcpMethod, sendRefusal } from './mcp/http.js';
import type { ListenerOptions } from './options.js';
import { createWebAssets, type WebAssets } from './web/assets.js';

/**
 * Creates the handler of every request that the guard admits. It is an Express router without an Express application,
 * which would replace the prototypes of each request and response and so cost as much as the rest of a read. Errors of
 * the router itself, such as a parameter whose percent-encoding is not UTF-8, are answered as client errors and not
 * logged as faults.
 */
export function createApp(options: ListenerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  const web = createWebAssets(options.webFolder);
  const findRouter = groupRoutes(options, web);
  return (request, response) => {
    findRouter(request.url as string)(request as Request, response as Response, (error?: unknown) => {
      if (error === undefined || error === null) {
        if (!web.sendFile(request, response)) sendError(response, createNotFoundError());
        return;
      }
      const fault = toRequestFault(error);
      if (fault === undefined) options.log.error({ err: error }, 'request failed');
      sendRefusal(response, fault ?? createInternalError(error));
    });
  };
}

/** Matches the first three segments of a target. All paths of the table have at most fixed text there. */
const GROUP = /^(?:\/[^/?#]*){1,3}/;
const getGroup = (target: string) => GROUP.exec(target)?.[0];

/**
 * Groups the routes by the first segments of their paths. The router of a group is made at its first request: making all
 * at the start would take longer than opening the library.
 *
 * @returns function that finds the router for a target
 */
function groupRoutes(options: ListenerOptions, web: WebAssets): (target: string) => RequestHandler {
  const groups = new Set(listRoutes().map(({ path }) => getGroup(path)));
  const routers = new Map<string | undefined, Router>();
  return (target) => {
    const group = getGroup(target);
    if (group !== undefined && !groups.has(group)) return pass;
    // Without a slash at its beginning, a target names a host too, and all routes are searched.
    const isIncluded = (path: string) => group === undefined || getGroup(path) === group;
    const router = routers.get(group) ?? createRouter(options, web, isIncluded);
    routers.set(group, router);
    return router;
  };
}

const pass: RequestHandler = (_request, _response, next) => next();

/** Creates the routes of the operation table; all of them by default. */
export function createRouter(
  options: ListenerOptions,
  web: WebAssets,
  isIncluded: (path: string) => boolean = () => true,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const { path, handlers } of listResources(options, web, isIncluded)) {
    const route = router.route(toExpressPath(path));
    for (const [method, handler] of handlers) route[method](handler);
    route.all(refuseMethod([...handlers.keys()]));
  }
  const { path } = pageRoutes.mcp;
  if (isIncluded(path)) router.route(path).post(createMcpHandler(options)).get(refuseMcpMethod).all(refuseMcpMethod);
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
