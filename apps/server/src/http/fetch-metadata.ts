import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Request metadata of browsers: https://www.w3.org/TR/fetch-metadata/ */

/** Returns true for a request that a browser sent on behalf of another site. Other programs send neither header. */
export function isCrossSite(request: IncomingMessage, target: string, host: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined) return origin !== undefined && origin !== `http://${host}`;
  if (site === 'same-origin') return origin !== undefined && origin !== 'null' && origin !== `http://${host}`;
  if (site === 'none') return origin !== undefined && origin !== `http://${host}`;
  return !isPageNavigation(request, target);
}

/**
 * Returns true for a navigation to the web UI. A link to it from anywhere is harmless: the page is the same for
 * everybody.
 */
function isPageNavigation(request: IncomingMessage, target: string): boolean {
  const { headers } = request;
  const page = target === '/' || target.startsWith('/?');
  return (
    page &&
    request.method === 'GET' &&
    headers.origin === undefined &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document'
  );
}

/** Destinations that do more than show or save a response. They would let a page of the service run an attachment. */
const ACTIVE_DESTINATIONS: ReadonlySet<unknown> = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
  'manifest',
]);

/** Returns true when a page requests a response to run it, or to be built from it. */
export const isActiveDestination = (headers: IncomingHttpHeaders) => ACTIVE_DESTINATIONS.has(headers['sec-fetch-dest']);
