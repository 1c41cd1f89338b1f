import { z } from 'zod';
import { bucketNumber } from '../digest.js';
import type { EngineBatch, EngineRecord } from '../port.js';

/** Number of this form of documents. An index with another one is made anew. */
const FORMAT = 1;
/** Id of the document that has the id and the sequence number of the index. Ids of notes never begin with a hyphen. */
export const STATE_ID = '--notes-index';
/**
 * Maximum length of a stored text in UTF-16 units. Meilisearch indexes 65,535 positions of an attribute, of which a word
 * takes one and a comma or full stop eight: fewer characters in nearly all texts.
 */
const MAX_TEXT_LENGTH = 500_000;
/** Maximum length of the texts in one request, in UTF-16 units: in UTF-8 less than the 100 MB that Meilisearch accepts. */
const MAX_REQUEST_LENGTH = 20_000_000;
const DOCUMENT_ID = /^(?!-)[A-Za-z0-9_-]{1,511}$/;

export const stateSchema = z.object({ format: z.int(), index_id: z.string().min(1), sequence: z.int().nonnegative() });
export const entriesSchema = z.object({
  results: z.array(z.object({ id: z.string(), version: z.string() })),
  total: z.int().nonnegative(),
});

/** Identity and sequence number of an index, as its state document has them. */
export interface IndexState {
  readonly indexId: string;
  readonly sequence: number;
}

/** Returns null for a document of another format. */
export function toIndexState({ format, index_id, sequence }: z.output<typeof stateSchema>): IndexState | null {
  return format === FORMAT ? { indexId: index_id, sequence } : null;
}

/** Documents of Meilisearch for a batch, and the records that it cannot store. */
export interface BatchDocuments {
  /** Documents of each request, in order. Only the last one has the state document. */
  readonly requests: readonly (readonly object[])[];
  /** Ids of the deleted records. Their documents in `requests` are empty: they cannot be found. */
  readonly deletes: readonly string[];
  readonly rejected: readonly { readonly id: string; readonly message: string }[];
}

/**
 * Converts a batch to documents. Deletes, records and the new state are one request, so that Meilisearch applies them
 * together, unless the texts are too long for one.
 */
export function toDocuments({ upserts, deletes }: EngineBatch, state: IndexState): BatchDocuments {
  const storable = upserts.filter(({ id }) => DOCUMENT_ID.test(id));
  const known = deletes.filter((id) => DOCUMENT_ID.test(id));
  const requests: object[][] = [known.map((id) => ({ id, version: '', title: '', body: '' }))];
  let length = 0;
  for (const record of storable) {
    const document = toDocument(record);
    length += document.title.length + document.body.length;
    if (length > MAX_REQUEST_LENGTH) {
      requests.push([]);
      length = document.title.length + document.body.length;
    }
    requests.at(-1)?.push(document);
  }
  requests.at(-1)?.push({
    id: STATE_ID,
    version: '',
    title: '',
    body: '',
    format: FORMAT,
    index_id: state.indexId,
    sequence: state.sequence,
  });
  const rejected = upserts
    .filter(({ id }) => !DOCUMENT_ID.test(id))
    .map(({ id }) => ({ id, message: 'The id has characters that Meilisearch does not accept' }));
  return { requests, deletes: known, rejected };
}

function toDocument({ id, version, title, body }: EngineRecord) {
  return { id, version, bucket: bucketNumber(id), title: toText(title), body: toText(body) };
}

/** Cuts a text, and replaces halves of surrogate pairs, which Meilisearch does not accept. */
const toText = (text: string) => text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
