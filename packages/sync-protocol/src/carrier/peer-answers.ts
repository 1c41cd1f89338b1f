import { z } from 'zod';
import { ARTIFACT_CLASSES } from '../artifact-class.js';
import { BACKUP_HEADER_LENGTH, MAX_FRAME_BYTES } from '../backup/header.js';
import { PAYLOAD_TYPE } from '../backup/manifest.js';
import { id } from '../control/fields.js';
import { sha256, versionVector } from '../log/values.js';
import { isNamespace, MAX_PAGE_SIZE } from './names.js';

const namespace = z.string().refine(isNamespace);
const cursor = z.string().max(128).nullable();

const summary = z.looseObject({ class: z.string(), artifacts: z.int().min(0), last_name: z.string().max(128) });

/** Schema of a handshake answer. The proof covers all fields, including those not listed here. */
export const handshakeAnswer = z.looseObject({
  protocol: z.literal('Service-Sync-v1'),
  version: z.literal(1),
  database_id: z.string(),
  replica_id: namespace,
  key_id: z.string(),
  carrier_id: z.string().min(1).max(128),
  server_time: z.iso.datetime(),
  snapshot_permitted: z.boolean(),
  limits: z.looseObject({ requests_per_minute: z.int().min(1), burst: z.int().min(1) }),
  proof: z.string(),
});

/** Schema of a page of namespaces. */
export const namespacesAnswer = z.looseObject({
  namespaces: z.array(z.looseObject({ namespace, classes: z.array(summary) })).max(MAX_PAGE_SIZE),
  next_cursor: cursor,
});

/** Schema of a page of artifacts. */
export const artifactsAnswer = z.looseObject({
  class: z.enum(ARTIFACT_CLASSES),
  artifacts: z.array(z.looseObject({ name: z.string(), size_bytes: z.int().min(0) })).max(MAX_PAGE_SIZE),
  next_cursor: cursor,
});

/** Schema of the answer to an artifact that was put. */
export const storedAnswer = z.looseObject({ name: z.string() });

/** Schema of the answer that describes a finished backup. */
export const backupAnswer = z.looseObject({
  backup_id: id('bak_'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  size_bytes: z.int().min(BACKUP_HEADER_LENGTH),
  sha256,
  frame_bytes: z.int().min(1).max(MAX_FRAME_BYTES),
  frames: z.int().min(1),
  payload_type: z.literal(PAYLOAD_TYPE),
  database_id: id('db_'),
  epoch_id: z.string().regex(/^[0-9a-f]{32}$/),
  vv: versionVector,
});
