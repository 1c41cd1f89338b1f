import { z } from 'zod';
import { ARTIFACT_CLASSES } from './carrier.js';
import { isNamespace, PAGE_MOST } from './names.js';

const namespace = z.string().refine(isNamespace);
const cursor = z.string().max(128).nullable();

const summary = z.looseObject({ class: z.string(), artifacts: z.int().min(0), last_name: z.string().max(128) });

/** What is read of a handshake; the proof covers all of it. */
export const handshakeAnswer = z.looseObject({
  protocol: z.literal('Service-Sync-v1'),
  version: z.literal(1),
  database_id: z.string(),
  replica_id: namespace,
  key_id: z.string(),
  carrier_id: z.string().min(1).max(128),
  server_time: z.iso.datetime(),
  limits: z.looseObject({ requests_per_minute: z.int().min(1), burst: z.int().min(1) }),
  proof: z.string(),
});

export const namespacesAnswer = z.looseObject({
  namespaces: z.array(z.looseObject({ namespace, classes: z.array(summary) })).max(PAGE_MOST),
  next_cursor: cursor,
});

export const artifactsAnswer = z.looseObject({
  class: z.enum(ARTIFACT_CLASSES),
  artifacts: z.array(z.looseObject({ name: z.string(), size_bytes: z.int().min(0) })).max(PAGE_MOST),
  next_cursor: cursor,
});
