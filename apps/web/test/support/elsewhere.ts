import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts a remote host that serves an image at every address, until the tests of the file are done. */
export async function useRemoteHost(): Promise<{ readonly host: string; readonly visits: number }> {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.end(PNG);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get visits() {
      return visits;
    },
  };
}
