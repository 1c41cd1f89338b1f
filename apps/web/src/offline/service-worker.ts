/**
 * Service worker of the page: keeps the page and its files for times when the service is stopped. It keeps no notes and
 * no answers of the service, and asks the service for the page first, so that an old page is never shown while the
 * service answers.
 */

/** Paths of the files kept before they are used; the build replaces this. */
declare const OFFLINE_FILES: readonly string[];

/** Parts of the interface of service workers that are used here. */
interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const PAGE = '/';
const ASSETS = '/assets/';
const PREFIX = 'notes-page ';
/** Address of this worker, which differs between builds of the page. */
const own = scope.location.pathname;
const CACHE = PREFIX + own;
/** Timeout after which the service counts as stopped. */
const AWAY_MS = 3_000;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== scope.location.origin) return;
  if (mode === 'navigate' && pathname === PAGE) event.respondWith(fetchPage(event.request));
  else if (pathname.startsWith(ASSETS)) event.respondWith(fetchAsset(event.request));
});

/** Keeps the page and its files, all of one build. */
async function install(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-store' });
  if (!(await page.clone().text()).includes(own)) throw new Error('The service has another build of the page');
  const cache = await caches.open(CACHE);
  await cache.addAll(OFFLINE_FILES as string[]);
  await cache.put(PAGE, page);
  await scope.skipWaiting();
}

/** Removes what earlier builds kept. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await scope.clients.claim();
}

/** Returns the answer of the service, and the kept page only when there is none. */
async function fetchPage({ url }: Request): Promise<Response> {
  try {
    return await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(AWAY_MS) });
  } catch {
    return (await readKeptPage()) ?? Response.error();
  }
}

/** Returns a file by its name, which contains a hash of its content; keeps it for later. */
async function fetchAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // A page that turned this off has removed the cache.
  if (answer.ok && (await caches.has(CACHE))) {
    const copy = answer.clone();
    await caches
      .open(CACHE)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}

/** Returns the kept page with a new nonce, in its policy as well, as the service would send it. */
async function readKeptPage(): Promise<Response | undefined> {
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  if (kept === undefined) return undefined;
  const html = await kept.text();
  const nonce = /name="csp-nonce" content="([\w-]+)"/.exec(html)?.[1];
  const policy = kept.headers.get('Content-Security-Policy');
  if (nonce === undefined || policy === null) return undefined;
  const fresh = createNonce();
  const headers = new Headers(kept.headers);
  headers.set('Content-Security-Policy', policy.replaceAll(nonce, fresh));
  return new Response(html.replaceAll(nonce, fresh), { headers });
}

function createNonce(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
