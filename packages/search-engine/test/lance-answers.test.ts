import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { LanceEngine } from '../src/lance/index.js';

/** Opens the engine of a server that gives the same answer to every request. */
async function openEngine(answer: unknown): Promise<LanceEngine> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return new LanceEngine({ url: `http://127.0.0.1:${port}`, apiKey: 'key', library: 'library' });
}

it.each([
  [{ buckets: [{ bucket: 0, count: 1 }] }, 'its field buckets.0.digest is missing or has a wrong value'],
  [{ buckets: [] }, 'the digest of a bucket is missing'],
  [7, 'it has other fields than expected'],
])('the error for the answer %j says what is wrong and what to do', async (answer, reason) => {
  const engine = await openEngine(answer);
  await expect(engine.digests({ from: 0, to: 1 })).rejects.toMatchObject({
    code: 'malformed',
    message: expect.stringMatching(
      `^The answer of notes-search at http://127.0.0.1:\\d+ cannot be read: ${reason}. Update notes-search$`,
    ),
  });
});
