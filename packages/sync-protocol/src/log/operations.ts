import { z } from 'zod';
import { LOG_LIMITS } from './limits.js';
import * as v from './values.js';

const dots = v.some(v.dot, LOG_LIMITS.dots);
const heads = v.some(v.revisionId, LOG_LIMITS.seen);
const word = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/);

/** A text that is too long for a line: blobs of its own, published before the segment. */
const bodyRef = z.strictObject({
  sha256: v.sha256,
  size: z.int().min(0).max(LOG_LIMITS.body),
  chunks: z.int().min(1).max(LOG_LIMITS.chunks),
});

/** The fields of each operation beside its envelope, by the name in `op`. */
const payloads = {
  /** What a note is beside its text, said once. */
  'doc.create': { doc: v.documentId, created: v.instant, file_name: v.line(LOG_LIMITS.name).nullable() },
  /** A revision. `parents` are the heads its author was shown; the text is in `body`, or in what `body_ref` names. */
  'doc.write': {
    doc: v.documentId,
    rev: v.revisionId,
    parents: v.some(v.revisionId, LOG_LIMITS.parents),
    title: v.line(LOG_LIMITS.title),
    body: z.exactOptional(v.text(LOG_LIMITS.body)),
    body_ref: z.exactOptional(bodyRef),
    via: z.exactOptional(z.enum(['edit', 'restore', 'resolve', 'localize'])),
  },
  'doc.home': { doc: v.documentId, notebook: v.notebookId },
  /** `seen`: the heads of the note, those in conflict too. */
  'doc.trash': { doc: v.documentId, seen: heads },
  'doc.restore': { doc: v.documentId, undo: dots },
  'doc.purge': { doc: v.documentId, seen: heads },
  'doc.tag_add': { doc: v.documentId, tag: v.tagId },
  /** `dots`: of the additions this takes back. */
  'doc.tag_remove': { doc: v.documentId, dots },
  /** What a text embeds is known by the text, and never told. */
  'doc.attach': {
    doc: v.documentId,
    resource: v.resourceId,
    relation_type: word.refine((relation) => relation !== 'embedded', 'is known by the text'),
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
  /** All that were seen in it are deleted with a notebook; its notes are trashed and moved by operations of their own. */
  'nb.delete': { notebooks: v.some(v.ownNotebookId, LOG_LIMITS.dots).min(1) },
  'tag.create': { tag: v.tagId, name: v.name, created: v.instant },
  'tag.name': { tag: v.tagId, name: v.name },
  'sn.create': {
    search: v.searchId,
    name: v.name,
    query: v.text(LOG_LIMITS.query),
    icon_emoji: v.icon,
    created: v.instant,
  },
  /** One or more of its fields. */
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
  /** What a source was when notes were last imported from it. */
  'src.bundle': {
    bundle: v.bundleId,
    sha256: v.sha256,
    size: z.int().min(0).max(LOG_LIMITS.resourceBytes),
    kind: word,
    created: v.instant,
  },
  /** Which file or record of another program a note or attachment came from. */
  'src.provenance': {
    target: z.union([v.documentId, v.resourceId]),
    source_kind: v.line(LOG_LIMITS.name).min(1),
    source_id: v.line(LOG_LIMITS.query).min(1),
    content_sha256: v.sha256.nullable(),
    imported: v.instant,
  },
  /** `write`: the number of the revision that settles it, in the same segment; null where none was needed. */
  'conflict.resolve': {
    conflict: v.conflictId,
    doc: v.documentId.nullable(),
    resolution: z.enum(['keep_local', 'keep_remote', 'merged', 'keep_both']),
    write: v.ordinal.nullable(),
  },
} as const satisfies Record<string, z.core.$ZodShape>;

type Payloads = typeof payloads;
export type OperationName = keyof Payloads;

/** What every operation has: its number, its Lamport number and when it was made by the clock of its author. */
const envelope = { s: v.ordinal, l: v.ordinal, w: v.instant };

type Fields<Name extends OperationName> = z.output<z.ZodObject<Payloads[Name]>>;
type Deep<Value> = Value extends object ? { readonly [Key in keyof Value]: Deep<Value[Key]> } : Value;

type Operations = {
  readonly [Name in OperationName]: Deep<{ op: Name; s: number; l: number; w: number } & Fields<Name>>;
};
/** An operation as a line of a segment has it. */
export type OperationOf<Name extends OperationName> = Operations[Name];
export type Operation = OperationOf<OperationName>;

const schemas = new Map(
  Object.entries(payloads).map(([op, fields]) => [op, z.strictObject({ op: z.literal(op), ...envelope, ...fields })]),
);

/** Rules between the fields of one operation. */
function holds(operation: Operation): boolean {
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
 * Reads a value as an operation. `unknown` is one of a name this version does not know: its author runs a newer one.
 */
export function parseOperation(value: unknown): Operation | 'unknown' | 'malformed' {
  const op = memberOf(value, 'op');
  if (typeof op !== 'string') return 'malformed';
  const schema = schemas.get(op);
  if (schema === undefined) return 'unknown';
  const operation = schema.safeParse(value).data as Operation | undefined;
  return operation !== undefined && holds(operation) ? operation : 'malformed';
}

/** A member of a JSON value; undefined where it has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** An operation and who made it. */
export interface LoggedOperation<Of extends Operation = Operation> {
  readonly replica: string;
  readonly operation: Of;
  /**
   * What its author had applied of other replicas when it was made; left out where that is what it was for the one
   * before.
   */
  readonly context?: VersionVector;
}

/** Up to which number the operations of each replica are known. A replica of which none is, is not in it. */
export type VersionVector = Readonly<Record<string, number>>;
