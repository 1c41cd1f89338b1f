// @ts-check

/** Listens on a free port of this machine and prints the ready line of the service. */
export function announce(/** @type {import('node:http').Server} */ server) {
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
  });
}
