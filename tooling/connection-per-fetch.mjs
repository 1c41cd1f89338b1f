// @ts-check

/**
 * Gives each `fetch` of a test a connection of its own. A service closes a connection that was idle for some seconds,
 * and a request sent at that moment fails; on a busy machine that moment is long. Clients repeat such a request, tests
 * do not.
 */
const isWrapped = Symbol.for('@notes/tooling/connection-per-fetch');

if (!(isWrapped in globalThis.fetch)) {
  const reuseConnections = globalThis.fetch;
  globalThis.fetch = Object.assign(
    (/** @type {Parameters<typeof fetch>} */ ...[input, init]) => {
      const request = new Request(input, init);
      request.headers.set('Connection', 'close');
      return reuseConnections(request);
    },
    { [isWrapped]: true },
  );
}
