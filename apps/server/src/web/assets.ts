import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '@notes/contract';
import { guardHeaders, sendBytes, sendError } from '../http/respond.js';

const PAGE = '/index.html';
/** Beside it stands what the page was made from. */
const ASSETS = '/assets/';
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** What the page may do. Editors make style elements, which carry the nonce of their page; nothing is loaded from elsewhere. */
const pagePolicy = (nonce: string) =>
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

/** A script may be a worker, which has the policy it comes with. */
const filePolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/**
 * A document of the page draws diagrams by the script it holds, of which it names the digest itself. It is shown in a
 * frame of our page, has no origin, and may load nothing, however it is opened.
 */
const documentPolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

/** The built web UI. */
export interface WebAssets {
  /** Answers with the page. */
  sendPage(response: ServerResponse): Promise<void>;
  /** Answers with a file of the page; false when there is none at this path, or it is asked for in another way. */
  sendFile(request: IncomingMessage, response: ServerResponse): boolean;
}

/** @param folder where the built page lies; where `@notes/web` is installed unless it is said */
export function createWebAssets(folder?: string): WebAssets {
  const files = findFiles(folder);
  const page = files.get(PAGE);
  return {
    sendPage: async (response) => {
      if (page === undefined) return sendError(response, notBuilt());
      const nonce = randomBytes(16).toString('base64url');
      const html = (await readFile(page, 'utf8')).replaceAll('{{nonce}}', nonce);
      const policy = { 'Content-Security-Policy': pagePolicy(nonce), 'Cross-Origin-Opener-Policy': 'same-origin' };
      sendBytes(response, { ...guardHeaders, ...policy, 'Content-Type': typeOf(PAGE) }, Buffer.from(html));
    },
    sendFile: ({ method, url = '' }, response) => {
      const file = method === 'GET' || method === 'HEAD' ? files.get(url) : undefined;
      if (file === undefined || !url.startsWith(ASSETS)) return false;
      const policy = extname(file) === '.html' ? documentPolicy : filePolicy;
      const caching = { 'Content-Security-Policy': policy, 'Cache-Control': 'public, max-age=31536000, immutable' };
      readFile(file).then(
        (bytes) => sendBytes(response, { ...guardHeaders, ...caching, 'Content-Type': typeOf(url) }, bytes),
        (cause: unknown) =>
          sendError(response, new ServiceError('internal_error', 'a file of the page is lost', { cause })),
      );
      return true;
    },
  };
}

const notBuilt = () =>
  new ServiceError('web_ui_not_built', 'the web UI is not part of this build; the REST interface is');

const typeOf = (path: string) => types[extname(path)] ?? 'application/octet-stream';

/** The files by the path they are asked for: what is not among them is not served, however a path is spelled. */
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
