import { hasHeadRoute, type Operation } from './operation.js';
import { operations } from './table.js';

export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Routes that are not operations: the liveness probe, the web UI's page, and the MCP endpoint. */
export const pageRoutes = {
  healthz: { method: 'GET', path: '/healthz', summary: 'Check that the process responds.' },
  webUi: { method: 'GET', path: '/', summary: 'The web UI; web_ui_not_built while its assets are missing.' },
  mcp: { method: 'POST', path: '/mcp', summary: 'One JSON-RPC message of the Model Context Protocol.' },
  mcpStream: { method: 'GET', path: '/mcp', summary: 'Refused: responses to agents are not streamed.' },
} as const;

/**
 * Lists every route of the server, sorted by path, then method. HEAD is listed where it has a route of its own; every
 * other GET below `/api/v1` or of a page answers HEAD implicitly.
 */
export function listRoutes(): Route[] {
  const fromRows = Object.values<Operation>(operations).flatMap(({ http }): Route[] => {
    if (http === null) return [];
    const { path } = http;
    const head = hasHeadRoute(http) ? [{ method: 'HEAD', path }] : [];
    return [{ method: http.method.toUpperCase(), path }, ...head];
  });
  const pages = Object.values(pageRoutes).map(({ method, path }) => ({ method, path: path as string }));
  return [...pages, ...fromRows].sort(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || (a.method < b.method ? -1 : 1),
  );
}
