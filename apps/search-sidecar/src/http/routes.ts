import type { IncomingMessage } from 'node:http';
import {
  batchSchema,
  bucketRangeSchema,
  bucketSchema,
  candidateQuerySchema,
  emptySchema,
  PROTOCOL_VERSION,
} from '@notes/search-engine/lance';
import type { z } from 'zod';
import type { LibraryIndex } from '../library/library-index.js';
import { version } from '../version.js';
import { readBody } from './read-body.js';
import { RequestError } from './request-error.js';

/** Maximum bytes of a batch: several notes of the maximum size of 16 MiB. */
const MAX_BATCH_BYTES = 64 * 1024 * 1024;
const MAX_BODY_BYTES = 64 * 1024;

type Route = (index: LibraryIndex, request: IncomingMessage) => Promise<unknown>;

const definePost =
  <Schema extends z.ZodType>(
    schema: Schema,
    answer: (index: LibraryIndex, body: z.output<Schema>) => unknown,
    maxBytes = MAX_BODY_BYTES,
  ): Route =>
  async (index, request) =>
    answer(index, await readBody(request, schema, maxBytes));

/** Routes by method and path. */
const routes: Readonly<Record<string, Route>> = {
  'GET /v1/describe': async (index) => ({
    protocol: PROTOCOL_VERSION,
    name: 'notes-search',
    version,
    index_id: index.indexId,
    sequence: index.sequence,
    records: index.records,
    channels: { typo: index.typoState, meaning: index.meaningState },
    model: index.embeddingModel,
    problem: index.problem,
  }),
  'POST /v1/apply': definePost(batchSchema, (index, batch) => index.apply(batch), MAX_BATCH_BYTES),
  'POST /v1/candidates': definePost(candidateQuerySchema, async (index, query) => ({
    channels: await index.candidates(query),
  })),
  'POST /v1/digests': definePost(bucketRangeSchema, (index, range) => ({ buckets: index.digests(range) })),
  'POST /v1/entries': definePost(bucketSchema, (index, { bucket }) => ({ entries: index.entries(bucket) })),
  'POST /v1/drop': definePost(emptySchema, async (index) => {
    await index.drop();
    return {};
  }),
};

/** @throws RequestError when no route has the method and path */
export function findRoute({ method, url }: IncomingMessage): Route {
  const key = `${method} ${url}`;
  const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
  if (route === undefined) throw new RequestError(404, 'incompatible', 'notes-search does not know this request');
  return route;
}
