import { z } from 'zod';
import { BUCKETS, channels, MAX_BATCH_RECORDS, MAX_CANDIDATES, MAX_ENGINE_MESSAGE } from '../port.js';

/** Version of the protocol between the service and `notes-search`. Programs of different versions refuse each other. */
export const PROTOCOL_VERSION = 1;
/** Header of each request: version of the protocol. */
export const PROTOCOL_HEADER = 'notes-search-protocol';
/** Header of each request: id of the library. A process has one index for each library. */
export const LIBRARY_HEADER = 'notes-search-library';
/** Maximum length of an id or version in UTF-16 units. */
export const MAX_ID_LENGTH = 200;

const id = z.string().min(1).max(MAX_ID_LENGTH);
const sequence = z.int().min(0);
const bucket = z.int().min(0).lt(BUCKETS);
const message = z.string().max(MAX_ENGINE_MESSAGE);
const channel = z.enum(channels);

/** Id of a library as it stands in the header; also the name of a folder. */
export const librarySchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/);

const model = z.strictObject({ name: z.string(), digest: z.string(), dimensions: z.int().min(1) });

export const descriptionSchema = z.strictObject({
  protocol: z.literal(PROTOCOL_VERSION),
  name: z.string(),
  version: z.string(),
  index_id: z.string().min(1).nullable(),
  sequence,
  records: z.int().min(0),
  channels: z.record(channel, z.enum(['ready', 'building', 'off', 'failed'])),
  model: model.nullable(),
  problem: message.nullable(),
});

const record = z.strictObject({ id, version: id, title: z.string(), body: z.string() });

export const batchSchema = z
  .strictObject({
    from: sequence,
    to: sequence,
    upserts: z.array(record),
    deletes: z.array(id),
  })
  .refine(({ from, to }) => from <= to, 'from: must not be greater than to')
  .refine(({ upserts, deletes }) => upserts.length + deletes.length <= MAX_BATCH_RECORDS, {
    error: `A batch has at most ${MAX_BATCH_RECORDS} records`,
  });

export const receiptSchema = z.strictObject({ rejected: z.array(z.strictObject({ id, message })) });

export const candidateQuerySchema = z.strictObject({
  text: z.string(),
  words: z.array(z.string()),
  channels: z.array(channel),
  limit: z.int().min(1).max(MAX_CANDIDATES),
});

const channelAnswer = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('answered'),
    candidates: z.array(z.strictObject({ id, score: z.number() })).max(MAX_CANDIDATES),
  }),
  z.strictObject({ state: z.enum(['building', 'off', 'failed']), message }),
]);

export const candidatesSchema = z.strictObject({ channels: z.partialRecord(channel, channelAnswer) });

export const bucketRangeSchema = z
  .strictObject({ from: bucket, to: z.int().min(0).max(BUCKETS) })
  .refine(({ from, to }) => from <= to, 'from: must not be greater than to');

export const digestsSchema = z.strictObject({
  buckets: z.array(z.strictObject({ bucket, count: z.int().min(0), digest: z.string().regex(/^[0-9a-f]{16}$/) })),
});

export const bucketSchema = z.strictObject({ bucket });

export const entriesSchema = z.strictObject({ entries: z.array(z.strictObject({ id, version: id })) });

export const emptySchema = z.strictObject({});

/** Body of every failed request. The codes beyond those of `EngineError` concern the request itself. */
export const failureSchema = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
