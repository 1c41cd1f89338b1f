import { z } from 'zod';
import { LOG_LIMITS } from './limits.js';
import * as v from './values.js';

const dots = v.distinctList(v.dot, LOG_LIMITS.dots);
const heads = v.distinctList(v.revisionId, LOG_LIMITS.seen);
const word = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/);

/** Reference to a text that is too long for a line. Its blobs are published before the segment. */
const bodyRef = z.strictObject({
  sha256: v.sha256,
  size: z.int().min(0).max(LOG_LIMITS.body),
  chunks: z.int().min(1).max(LOG_LIMITS.chunks),
});

/** Makes the fields of each operation without its envelope, by operation name (`op`). */
const makePayloads = () =>
  ({
    /** Properties of a note other than its text; recorded once. */
    'doc.create': { doc: v.documentId, created: v.instant, file_name: v.line(LOG_LIMITS.name).nullable() },
    /**
     * A revision. `parents`: the heads that its author saw. The text is in `body`, or in the blobs that `body_ref` names.
     */
    'doc.write': {
      doc: v.documentId,
      rev: v.revisionId,
      parents: v.distinctList(v.revisionId, LOG_LIMITS.parents),
      title: v.line(LOG_LIMITS.title),
      body: z.exactOptional(v.text(LOG_LIMITS.body)),
      body_ref: z.exactOptional(bodyRef),
      via: z.exactOptional(z.enum(['edit', 'restore', 'resolve', 'localize'])),
    },
    'doc.home': { doc: v.documentId, notebook: v.notebookId },
    /** `seen`: the heads of the note, including conflicting ones. */
    'doc.trash': { doc: v.documentId, seen: heads },
    'doc.restore': { doc: v.documentId, undo: dots },
    'doc.purge': { doc: v.documentId, seen: heads },
    'doc.tag_add': { doc: v.documentId, tag: v.tagId },
    /** `dots`: the additions this operation removes. */
    'doc.tag_remove': { doc: v.documentId, dots },
    /** Attaches a resource. Embedded resources follow from the text and are never recorded. */
    'doc.attach': {
      doc: v.documentId,
      resource: v.resourceId,
      relation_type: word.refine(
        (relation) => relation !== 'embedded',
        'Must not be embedded: the text determines embedded attachments',
      ),
    },
    'doc.detach': { doc: v.documentId, dots },
    'nb.create': {
      notebook: v.ownNotebookId,
      name: v.name,
      parent: v.notebookId.nullable(),
      icon_emoji: v.icon,
      created: v.instant,
    },
    'nb.name': { notebook: v.ownNotebookId, name: v.name },
    'nb.icon': { notebook: v.ownNotebookId, icon_emoji: v.icon },
    'nb.move': { notebook: v.ownNotebookId, parent: v.notebookId.nullable() },
    /**
     * Deletes a notebook and the notebooks that its author saw in it. Its notes are trashed and moved by separate
     * operations.
     */
    'nb.delete': { notebooks: v.distinctList(v.ownNotebookId, LOG_LIMITS.dots).min(1) },
    'tag.create': { tag: v.tagId, name: v.name, created: v.instant },
    'tag.name': { tag: v.tagId, name: v.name },
    'sn.create': {
      search: v.searchId,
      name: v.name,
      query: v.text(LOG_LIMITS.query),
      icon_emoji: v.icon,
      created: v.instant,
    },
    /** Changes one or more fields of a saved search. */
    'sn.set': {
      search: v.searchId,
      name: z.exactOptional(v.name),
      query: z.exactOptional(v.text(LOG_LIMITS.query)),
      icon_emoji: z.exactOptional(v.icon),
    },
    'sn.delete': { search: v.searchId, seen: dots },
    'res.create': {
      resource: v.resourceId,
      sha256: v.sha256,
      size: z.int().min(0).max(LOG_LIMITS.resourceBytes),
      mime: v.line(255).min(1),
      filename: v.line(LOG_LIMITS.name),
      created: v.instant,
    },
    'res.name': { resource: v.resourceId, filename: v.line(LOG_LIMITS.name) },
    'res.delete': { resource: v.resourceId, seen: dots },
    /** Size, digest and kind of an import source at the last import from it. */
    'src.bundle': {
      bundle: v.bundleId,
      sha256: v.sha256,
      size: z.int().min(0).max(LOG_LIMITS.resourceBytes),
      kind: word,
      created: v.instant,
    },
    /** Origin of a note or attachment: a file or record of another program. */
    'src.provenance': {
      target: z.union([v.documentId, v.resourceId]),
      source_kind: v.line(LOG_LIMITS.name).min(1),
      source_id: v.line(LOG_LIMITS.query).min(1),
      content_sha256: v.sha256.nullable(),
      imported: v.instant,
    },
    /** `write`: the number of the resolving revision in the same segment; null when no revision was needed. */
    'conflict.resolve': {
      conflict: v.conflictId,
      doc: v.documentId.nullable(),
      resolution: z.enum(['keep_local', 'keep_remote', 'merged', 'keep_both']),
      write: v.ordinal.nullable(),
    },
  }) as const satisfies Record<string, z.core.$ZodShape>;

type Payloads = ReturnType<typeof makePayloads>;
/** Name of an operation, such as `doc.write`. */
export type OperationName = keyof Payloads;

/** Fields of every operation: sequence number, Lamport number, and the author's wall-clock time. */
const envelope = { s: v.ordinal, l: v.ordinal, w: v.instant };

type Fields<Name extends OperationName> = z.output<z.ZodObject<Payloads[Name]>>;
type Deep<Value> = Value extends object ? { readonly [Key in keyof Value]: Deep<Value[Key]> } : Value;

type Operations = {
  readonly [Name in OperationName]: Deep<{ op: Name; s: number; l: number; w: number } & Fields<Name>>;
};
/** An operation as stored in a line of a segment. */
export type OperationOf<Name extends OperationName> = Operations[Name];
/** An operation of the log, of any name. */
export type Operation = OperationOf<OperationName>;

const makeSchemas = () =>
  new Map(
    Object.entries(makePayloads()).map(([op, fields]) => [
      op,
      z.strictObject({ op: z.literal(op), ...envelope, ...fields }),
    ]),
  );
/** Schemas by operation name, made at the first use: a service that does not sync needs none. */
let schemas: ReturnType<typeof makeSchemas> | undefined;

/** Returns true when the fields of an operation are consistent with each other. */
function isConsistent(operation: Operation): boolean {
  switch (operation.op) {
    case 'doc.write':
      return (
        (operation.body === undefined) !== (operation.body_ref === undefined) &&
        !operation.parents.includes(operation.rev)
      );
    case 'nb.create':
    case 'nb.move':
      return operation.parent !== operation.notebook;
    case 'sn.set':
      return Object.keys(operation).length > Object.keys(envelope).length + 2;
    default:
      return true;
  }
}

/**
 * Parses a value as an operation.
 *
 * @returns `unknown` for an operation name that this version does not know, because its author runs a newer version
 */
export function parseOperation(value: unknown): Operation | 'unknown' | 'malformed' {
  const op = getMember(value, 'op');
  if (typeof op !== 'string') return 'malformed';
  schemas ??= makeSchemas();
  const schema = schemas.get(op);
  if (schema === undefined) return 'unknown';
  const operation = schema.safeParse(value).data as Operation | undefined;
  return operation !== undefined && isConsistent(operation) ? operation : 'malformed';
}

/** Returns a member of a JSON value; undefined when it has none of that name. */
export const getMember = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** An operation with its author. */
export interface LoggedOperation<Of extends Operation = Operation> {
  readonly replica: string;
  readonly operation: Of;
  /**
   * Operations of other replicas that the author had applied; omitted when equal to the context of the previous
   * operation.
   */
  readonly context?: VersionVector;
}

/** Number of the last known operation of each replica. Replicas without known operations are absent. */
export type VersionVector = Readonly<Record<string, number>>;
