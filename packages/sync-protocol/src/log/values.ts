import { encodeUtf8 } from '@notes/archive-manifest/utf8';
import { z } from 'zod';
import { LOG_LIMITS } from './limits.js';

const id = (prefix: string) =>
  z.string().refine((text) => text.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-z_]{1,64}$/.test(text));

export const replicaId = id('rep');
export const revisionId = id('rev');
export const resourceId = id('res');
export const tagId = id('tag');
export const conflictId = id('cfl');
export const bundleId = id('bundle');
/** Ids of notes that replicate. Each replica makes the service's own notes itself. */
export const documentId = id('doc').refine(
  (text) => !/^doc_(?:help|report)_/.test(text),
  'Must not be a note of the service',
);
/** Id of a notebook that replicates: the default one or a user's. */
export const notebookId = id('nb').refine(
  (text) => !/^nb_(?:help|reports)$/.test(text),
  'Must not be a notebook of the service',
);
/** Id of a notebook that a user made. */
export const ownNotebookId = notebookId.refine((text) => text !== 'nb_notes', 'Must not be the built-in notebook');
/** Id of a saved search that a user made. */
export const searchId = id('snb').refine((text) => !/^snb_(?:all|trash)$/.test(text), 'Must not be a built-in search');

/**
 * Schema of a text that every store returns unchanged: well-formed, and without NUL.
 *
 * @param bytes maximum bytes in UTF-8
 */
export const text = (bytes: number) =>
  z.string().refine((value) => value.isWellFormed() && !value.includes('\0') && fits(value, bytes));

const fits = (value: string, bytes: number) =>
  value.length * 3 <= bytes || (value.length <= bytes && encodeUtf8(value).length <= bytes);

/**
 * Schema of a text of one line.
 *
 * @param bytes maximum bytes in UTF-8
 */
export const line = (bytes: number) =>
  text(bytes).refine((value) => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value), 'Must be one line');

export const name = line(LOG_LIMITS.name).min(1);
export const icon = line(LOG_LIMITS.icon).nullable();
const SHA256 = /^[0-9a-f]{64}$/;
export const sha256 = z.string().regex(SHA256);
export const ordinal = z.int().min(1);
/** Milliseconds since the Unix epoch, within the years 1 to 9999. For display; never used for ordering. */
export const instant = z.int().min(-62_135_596_800_000).max(253_402_300_799_999);

/** Dot of an operation, its author and number: `rep_…:7`. */
export const dot = z.string().regex(/^rep_[0-9a-z_]{1,64}:[1-9][0-9]{0,15}$/);

const distinct = (items: readonly string[]) => new Set(items).size === items.length;
/**
 * Schema of a list of distinct items.
 *
 * @param most maximum number of items
 */
export const distinctList = (item: z.ZodType<string>, most: number) =>
  z.array(item).max(most).refine(distinct, 'Must not contain an item twice');

/** Returns true when a JSON value is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isOrdinal = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;
export const isSha256 = (value: unknown): boolean => typeof value === 'string' && SHA256.test(value);

/**
 * Schema of a record by replica id. The check is hand-written, because every acknowledgement and segment has such
 * records and a run reads them all.
 */
export const recordByReplica = <Value>(isValue: (value: unknown) => boolean) =>
  z.custom<Readonly<Record<string, Value>>>((record) => {
    if (!isRecord(record)) return false;
    const entries = Object.entries(record);
    return (
      entries.length <= LOG_LIMITS.replicas && entries.every(([id, value]) => REPLICA_ID.test(id) && isValue(value))
    );
  });

const REPLICA_ID = /^rep_[0-9a-z_]{1,64}$/;

/** Number of the last known operation of each replica. Replicas without known operations are absent. */
export const versionVector = recordByReplica<number>(isOrdinal);
