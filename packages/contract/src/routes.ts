import { operations } from './table.js';

export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Routes that are not operations: the liveness probe, the web UI's page, and the door of agents. */
export const pageRoutes = {
  healthz: { method: 'GET', path: '/healthz', summary: 'Say that the process answers.' },
  webUi: { method: 'GET', path: '/', summary: 'The web UI; web_ui_not_built while its assets are missing.' },
  mcp: { method: 'POST', path: '/mcp', summary: 'One JSON-RPC message of the Model Context Protocol.' },
  mcpStream: { method: 'GET', path: '/mcp', summary: 'Refused: answers to agents are not streamed.' },
} as const;

/** Every route the server registers, sorted by path, then method. HEAD goes with every GET. */
export function listRoutes(): Route[] {
  const fromRows = Object.values(operations).flatMap((row) =>
    row.http === null ? [] : [{ method: row.http.method.toUpperCase(), path: row.http.path as string }],
  );
  const pages = Object.values(pageRoutes).map(({ method, path }) => ({ method, path: path as string }));
  return [...pages, ...fromRows].sort(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || (a.method < b.method ? -1 : 1),
  );
}
