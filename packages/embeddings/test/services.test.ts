import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openEmbedder } from '@notes/embeddings';
import { afterEach, expect, it } from 'vitest';

interface Asked {
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}
type Answer = (asked: Asked, count: number) => { readonly status?: number; readonly body: unknown };

let server: Server | undefined;
const asked: Asked[] = [];

async function start(answer: Answer): Promise<string> {
  asked.length = 0;
  server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Asked['body'];
    const one = { path: request.url, key: request.headers.authorization, body };
    asked.push(one);
    const { status = 200, body: answered } = answer(one, asked.length);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answered));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const lengthVector = (input: string) => [input.length, 4, 0];
const ollama: Answer = ({ body }) => ({ body: { embeddings: body.input.map(lengthVector) } });

it('Ollama is asked in batches, and its vectors get the length 1 [SIDECAR-MODELS]', async () => {
  const url = await start(ollama);
  const embedder = await openEmbedder({ kind: 'ollama', url, model: 'small' });
  expect(embedder).toMatchObject({ name: 'small', digest: '', dimensions: 3 });
  const vectors = await embedder.embed(
    Array.from({ length: 130 }, () => 'abc'),
    'document',
  );
  expect(vectors).toHaveLength(130);
  expect([...(vectors[129] as Float32Array)].map((value) => Number(value.toFixed(6)))).toEqual([0.6, 0.8, 0]);
  expect(asked.map(({ path, body }) => [path, body.model, body.input.length])).toEqual([
    ['/api/embed', 'small', 1],
    ['/api/embed', 'small', 64],
    ['/api/embed', 'small', 64],
    ['/api/embed', 'small', 2],
  ]);
});

it('an OpenAI-compatible service gets the key, and may answer in any order', async () => {
  const url = await start(({ body }) => ({
    body: { data: body.input.map((input, index) => ({ index, embedding: lengthVector(input) })).reverse() },
  }));
  const embedder = await openEmbedder({ kind: 'openai', url: `${url}/v1`, model: 'm', apiKey: 'secret' });
  const [first] = await embedder.embed(['abc', 'abcdefgh'], 'query');
  expect((first as Float32Array)[0]).toBeCloseTo(0.6, 5);
  expect(asked[0]).toMatchObject({ path: '/v1/embeddings', key: 'Bearer secret' });
});

it('a busy service is asked again for notes, and not for searches', async () => {
  const url = await start((one, count) => (count === 2 ? { status: 503, body: {} } : ollama(one, count)));
  const embedder = await openEmbedder({ kind: 'ollama', url, model: 'm' });
  expect(await embedder.embed(['abc'], 'document')).toHaveLength(1);
  expect(asked).toHaveLength(3);
});

it.each([
  ['refused', { status: 401, body: {} }],
  ['missing', { status: 404, body: { error: 'model not found' } }],
  ['failed', { status: 400, body: {} }],
  ['malformed', { body: { embeddings: 'none' } }],
  ['malformed', { body: { embeddings: [] } }],
  ['malformed', { body: { embeddings: [[1, null]] } }],
  ['malformed', { body: { embeddings: [[]] } }],
])('an answer without vectors is an error: %s, %o', async (code, answer) => {
  const url = await start(() => answer);
  await expect(openEmbedder({ kind: 'ollama', url, model: 'm' })).rejects.toMatchObject({ code });
  const withKey = openEmbedder({ kind: 'openai', url, model: 'm', apiKey: 'secret-key' });
  await expect(withKey).rejects.toThrow(/^(?!.*secret-key)/);
});

it('vectors of another length are an error, and so is a service that does not answer', async () => {
  const url = await start((one, count) => (count === 1 ? ollama(one, count) : { body: { embeddings: [[1, 2]] } }));
  const embedder = await openEmbedder({ kind: 'ollama', url, model: 'm' });
  await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'malformed' });
  await embedder.close();
  await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'aborted' });
  const nowhere = openEmbedder({ kind: 'ollama', url: 'http://127.0.0.1:1', model: 'm' });
  await expect(nowhere).rejects.toMatchObject({ code: 'unreachable' });
});

it('a model in the ONNX format names the package that it needs', async () => {
  await expect(openEmbedder({ kind: 'onnx', path: '/nowhere' })).rejects.toMatchObject({ code: 'missing' });
});
