import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { ServiceError } from '@notes/contract';
import { MissingFileError } from '@notes/operations';
import { matchesAny } from '../http/conditions.js';
import { chooseEncoding, type Encoding, encodings } from '../http/encodings.js';
import { readRange } from '../http/ranges.js';
import { guardHeaders, type Headers, sendBytes, sendEmpty, sendError } from '../http/respond.js';
import { readInstalledVersion, version } from '../version.js';

const PAGE = '/index.html';
/** Path of built files; the sources of the page are beside it. */
const ASSETS = '/assets/';
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
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
    "manifest-src 'self'",
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

/** The service worker, which keeps the page for times without the service: it may fetch, and controls the whole page. */
const SERVICE_WORKER = /^\/assets\/service-worker-[\w-]+\.js$/;
const serviceWorkerHeaders = {
  'Content-Security-Policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  'Service-Worker-Allowed': '/',
};

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
 * Creates the assets. The more than a thousand files are listed at the first request for one of them, so that they do
 * not delay the start of the service.
 * @param folder folder of the built page; that of the installed `@notes/web` by default
 */
export function createWebAssets(folder?: string): WebAssets {
  let found: ReadonlyMap<string, WebFile> | undefined;
  const listFiles = () => {
    found ??= findFiles(folder);
    return found;
  };
  return {
    sendPage: async (response) => {
      const replaced = await findReplacement();
      if (replaced !== undefined) return sendError(response, replaced);
      const page = listFiles().get(PAGE)?.path;
      if (page === undefined) return sendError(response, createNotBuiltError());
      const nonce = randomBytes(16).toString('base64url');
      const html = (await readFile(page, 'utf8')).replaceAll('{{nonce}}', nonce);
      const policy = {
        'Content-Security-Policy': createPagePolicy(nonce),
        'Cross-Origin-Opener-Policy': 'same-origin',
      };
      sendBytes(response, { ...guardHeaders, ...policy, 'Content-Type': getContentType(PAGE) }, Buffer.from(html));
    },
    sendFile: (request, response) => {
      const { method, url = '' } = request;
      if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(ASSETS)) return false;
      const refuse = (cause: unknown) => sendError(response, createMissingError(cause));
      try {
        const file = listFiles().get(url);
        if (file === undefined) return false;
        sendAsset(request, response, file).catch(refuse);
      } catch (error) {
        refuse(error);
      }
      return true;
    },
  };
}

/** Sends a file in the smallest coding that the client accepts; a part of it as it is. */
async function sendAsset(request: IncomingMessage, response: ServerResponse, file: WebFile): Promise<void> {
  const { url = '', headers, method } = request;
  const isWhole = method !== 'GET' || headers.range === undefined;
  const encoding = isWhole ? chooseEncoding(headers['accept-encoding'], file.encodings) : undefined;
  // The name contains a hash of the content.
  const tag = `"${basename(url)}${encoding === undefined ? '' : `-${encoding}`}"`;
  const extra: Headers = {
    ...getAssetPolicy(url),
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: tag,
    ...(file.encodings.length > 0 && { Vary: 'Accept-Encoding' }),
  };
  if (matchesAny(headers['if-none-match'], tag)) {
    sendEmpty(response, 304, extra);
    return;
  }
  const bytes = await readFile(file.path + (encoding === undefined ? '' : encodings[encoding]));
  const answer: Headers = { ...guardHeaders, ...extra, 'Content-Type': getContentType(url), 'Accept-Ranges': 'bytes' };
  if (encoding !== undefined) answer['Content-Encoding'] = encoding;
  const range = readRange(request, tag, bytes.byteLength);
  if (range === undefined) {
    sendBytes(response, answer, bytes);
    return;
  }
  answer['Content-Range'] = `bytes ${range.first}-${range.last}/${bytes.byteLength}`;
  sendBytes(response, answer, bytes.subarray(range.first, range.last + 1), 206);
}

function getAssetPolicy(url: string): Headers {
  if (SERVICE_WORKER.test(url)) return serviceWorkerHeaders;
  return { 'Content-Security-Policy': extname(url) === '.html' ? documentPolicy : filePolicy };
}

const createNotBuiltError = () =>
  new ServiceError(
    'web_ui_not_built',
    'This build has no web UI. Use the REST interface, or install a build with the web UI',
  );

/**
 * Returns an error when another version was installed over the running one: a page whose files are from both would stay
 * blank. Undefined when the installed version cannot be read for another reason.
 */
async function findReplacement(): Promise<ServiceError | undefined> {
  try {
    const installed = await readInstalledVersion();
    if (installed === version) return undefined;
    const message = `Version ${installed} of Notes was installed, but version ${version} is still running. Restart the service`;
    return new ServiceError('internal_error', message);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? new MissingFileError(error) : undefined;
  }
}

const createMissingError = (cause: unknown) => (cause instanceof ServiceError ? cause : new MissingFileError(cause));

const getContentType = (path: string) => types[extname(path)] ?? 'application/octet-stream';

/** A built file, and the codings that it is also stored in. */
interface WebFile {
  readonly path: string;
  readonly encodings: readonly Encoding[];
}

/** Maps request paths to files. A path outside of the map is not served, however it is spelled. */
function findFiles(folder: string | undefined): ReadonlyMap<string, WebFile> {
  try {
    const root = folder ?? dirname(createRequire(import.meta.url).resolve('@notes/web/index.html'));
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = new Set(entries.map(({ parentPath, name }) => join(parentPath, name)));
    const listEncodings = (path: string) =>
      (Object.keys(encodings) as Encoding[]).filter((encoding) => paths.has(path + encodings[encoding]));
    const files = [...paths].filter((path) => !isEncoded(path, paths));
    return new Map(
      files.map((path) => [`/${relative(root, path).replaceAll('\\', '/')}`, { path, encodings: listEncodings(path) }]),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return new Map();
    throw error;
  }
}

/** Returns true for the compressed form of another file. */
function isEncoded(path: string, paths: ReadonlySet<string>): boolean {
  return Object.values(encodings).some(
    (extension) => path.endsWith(extension) && paths.has(path.slice(0, -extension.length)),
  );
}
