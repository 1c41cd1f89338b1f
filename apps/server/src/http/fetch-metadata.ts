import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What browsers tell of a request beside it: https://www.w3.org/TR/fetch-metadata/ */

/** A browser sent it for another site's page. Programs send neither header. */
export function isForeign(request: IncomingMessage, target: string, host: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === undefined) return origin !== undefined && origin !== `http://${host}`;
  if (site === 'same-origin') return origin !== undefined && origin !== 'null' && origin !== `http://${host}`;
  if (site === 'none') return origin !== undefined && origin !== `http://${host}`;
  return !isPageNavigation(request, target);
}

/** Following a link to the web UI from anywhere is no attack: the page is the same for everybody. */
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

/** What a browser does with more than show or save: then a page of ours could be made to run an attachment. */
const RUNNING: ReadonlySet<unknown> = new Set([
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

/** A page asks for it to run it, or to be made by it. */
export const wouldRun = (headers: IncomingHttpHeaders) => RUNNING.has(headers['sec-fetch-dest']);
