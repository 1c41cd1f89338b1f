import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '@notes/contract';
import { guardHeaders, sendBytes, sendError } from '../http/respond.js';

const PAGE = '/index.html';
/** Path of built files; the sources of the page are beside it. */
const ASSETS = '/assets/';
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Content security policy of the page. Editors create style elements with the nonce of their page; nothing is loaded
 * from other hosts.
 */
const createPagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** Policy of files. A script may run as a worker, to which its own policy applies. */
const filePolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/**
 * Policy of a document that draws diagrams with its inline script, whose digest it names itself. The document is shown
 * in a frame of the page, has no origin, and may load nothing, however it is opened.
 */
const documentPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

/** Built web UI. */
export interface WebAssets {
  /** Sends the page. */
  sendPage(response: ServerResponse): Promise<void>;
  /** Sends a file of the page. Returns false when there is none at this path, or for an unsupported method. */
  sendFile(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Creates the assets.
 * @param folder folder of the built page; that of the installed `@notes/web` by default
 */
export function createWebAssets(folder?: string): WebAssets {
  const files = findFiles(folder);
  const page = files.get(PAGE);
  return {
    sendPage: async (response) => {
      if (page === undefined) return sendError(response, createNotBuiltError());
      const nonce = randomBytes(16).toString('base64url');
      const html = (await readFile(page, 'utf8')).replaceAll('{{nonce}}', nonce);
      const policy = {
        'Content-Security-Policy': createPagePolicy(nonce),
        'Cross-Origin-Opener-Policy': 'same-origin',
      };
      sendBytes(response, { ...guardHeaders, ...policy, 'Content-Type': getContentType(PAGE) }, Buffer.from(html));
    },
    sendFile: ({ method, url = '' }, response) => {
      const file = method === 'GET' || method === 'HEAD' ? files.get(url) : undefined;
      if (file === undefined || !url.startsWith(ASSETS)) return false;
      const policy = extname(file) === '.html' ? documentPolicy : filePolicy;
      const caching = { 'Content-Security-Policy': policy, 'Cache-Control': 'public, max-age=31536000, immutable' };
      readFile(file).then(
        (bytes) => sendBytes(response, { ...guardHeaders, ...caching, 'Content-Type': getContentType(url) }, bytes),
        (cause: unknown) =>
          sendError(
            response,
            new ServiceError(
              'internal_error',
              'A file of the web UI is missing. Restart the service, or install @notes/server again',
              { cause },
            ),
          ),
      );
      return true;
    },
  };
}

const createNotBuiltError = () =>
  new ServiceError(
    'web_ui_not_built',
    'This build has no web UI. Use the REST interface, or install a build with the web UI',
  );

const getContentType = (path: string) => types[extname(path)] ?? 'application/octet-stream';

/** Maps request paths to files. A path outside of the map is not served, however it is spelled. */
function findFiles(folder: string | undefined): ReadonlyMap<string, string> {
  try {
    const root = folder ?? fileURLToPath(new URL('.', import.meta.resolve('@notes/web/index.html')));
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map(({ parentPath, name }) => join(parentPath, name));
    return new Map(files.map((file) => [`/${relative(root, file).replaceAll('\\', '/')}`, file]));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED')
      return new Map();
    throw error;
  }
}
