import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../dist/site/', import.meta.url));
const pagesFolder = fileURLToPath(new URL('../pages/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webp': 'image/webp',
};

/** Paths of the built pages, from the root of the site. */
export const pagePaths = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => `/${name}`)
    .toSorted();

/** One generated page of each kind: all others consist of the same elements. */
const SAMPLES = [
  '/404.html',
  '/api/archive-manifest/entities.html',
  '/api/archive-manifest/index.html',
  '/api/link-graph/index.html',
  '/reference/rest/notebooks.html',
  '/reference/rest/tasks.html',
];

/** Paths of the pages that are written by hand, of the specifications, and of one or two generated pages of each kind. */
export function sampledPaths(): string[] {
  const written = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `/${name.replace(/\.md$/, '.html')}`);
  const specifications = pagePaths().filter((path) => path.startsWith('/formats/'));
  return [...new Set([...written, ...specifications, ...SAMPLES])].toSorted();
}

export const readPage = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** Returns the file that a path of the site leads to; undefined when there is none. */
export function findFile(path: string): string | undefined {
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** Serves the built site on a free port of loopback. */
export async function serveSite(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const file = findFile(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(file ?? '')] ?? 'text/plain' });
    response.end(file === undefined ? 'There is no such file.' : readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
