import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type HttpBinding,
  type Input,
  type OperationName,
  type Output,
  operations,
  pageRoutes,
  pathParameters,
} from '@notes/contract';
import { invoke, type Library } from '@notes/operations';
import { z } from 'zod';

/** Text contained in every sample; no error may ever repeat it. */
export const CANARY = 'zq9canary';

/** Request that its route answers with success. */
export interface Sample {
  readonly operation: OperationName | undefined;
  readonly method: string;
  /** Path as the table writes it. */
  readonly path: string;
  /** Values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Fields of the query string (GET, and where there are bytes) or of the JSON body (everything else). */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Body of a route that takes bytes. */
  readonly bytes?: string;
  readonly headers: readonly (readonly [string, string])[];
}

export type FieldSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  anyOf?: FieldSchema[];
  pattern?: string;
};

/** Operations with a route for programs on this machine; routes of peers are tested elsewhere. */
export const httpOperations = (Object.keys(operations) as OperationName[]).filter((name) => {
  const http: HttpBinding | null = operations[name].http;
  return http !== null && http.access === undefined;
});

/** Operations that always refuse, and have no success to show. */
export const alwaysRefused: ReadonlySet<OperationName> = new Set(['createCollection', 'updateCollection']);

/** Returns true for operations of several devices: a single library refuses most of them, and some work only once. */
export const isOfDevices = (name: OperationName): boolean =>
  /^\/api\/v1\/(?:sync-|jobs\/sync\/)/.test((operations[name].http as HttpBinding).path);

export function inputSchema(name: OperationName): Record<string, FieldSchema> {
  const schema = z.toJSONSchema(operations[name].input, { io: 'input' }) as FieldSchema;
  return schema.properties ?? {};
}

export function requiredFields(name: OperationName): readonly string[] {
  return (z.toJSONSchema(operations[name].input, { io: 'input' }) as FieldSchema).required ?? [];
}

const NONE = '0'.repeat(26);

/** Makes the objects of samples, directly through the operations. */
export class World {
  #serial = 0;

  constructor(readonly library: Library) {}

  call<Name extends OperationName>(
    name: Name,
    input: Partial<Input<Name>>,
    bytes?: AsyncIterable<Uint8Array>,
  ): Promise<Output<Name>> {
    const context = { library: this.library, origin: 'rest', now: Date.now, ...(bytes && { bytes }) } as const;
    return invoke(name, context, input as Record<string, unknown>);
  }

  unique = () => `${CANARY} ${++this.#serial}`;

  note = (body = `alpha ${CANARY}\nsecond line\n`) => this.call('createDocument', { title: this.unique(), body });

  async createTrashed(): Promise<Output<'createDocument'>> {
    const note = await this.note();
    await this.call('trashDocument', { document_id: note.id, base_revision_id: note.current_revision_id });
    return note;
  }

  template = () => this.note(`\`\`\`note-template\nprompt: a\n\`\`\`\nalpha ${CANARY} {{a}}\n`);

  resource = async () =>
    (await this.call('uploadResource', { filename: this.unique() }, Readable.from([Buffer.from(CANARY)]))).id;

  notebook = async () => (await this.call('createNotebook', { name: this.unique() })).notebook_id;

  savedSearch = async () =>
    (await this.call('createSearchNotebook', { name: this.unique(), query: 'alpha' })).search_notebook_id;

  /** Makes a failed sync job, which every route about a job accepts. */
  async job(): Promise<string> {
    const id = `job_${String(++this.#serial).padStart(26, '0')}`;
    const hold = { id, owner: CANARY };
    const error = { code: 'internal_error', message: 'The job failed' };
    await this.library.store.write(({ jobs }) => {
      jobs.insert({ id, kind: 'sync', parameters: { path: CANARY } }, Date.now());
      jobs.claim(hold, Date.now());
      jobs.save(hold, { phase: 'sync', processed: 1, total: 2, summary: { sent: 1 }, checkpoint: CANARY }, Date.now());
      jobs.finish(hold, { state: 'failed', error }, Date.now());
    });
    return id;
  }

  /** Builds a request for an operation, on objects of its own. */
  async sample(name: OperationName): Promise<Sample> {
    const http = operations[name].http as HttpBinding;
    const schema = inputSchema(name);
    const values: Record<string, unknown> = {};
    const note = await this.#subject(http.path);
    for (const [field, kind] of Object.entries(schema)) {
      if (field !== 'cursor' && field !== 'confirmation') values[field] = await this.#value(field, kind, note);
    }
    const inPath = pathParameters(http.path);
    const { confirmation } = operations[name] as { confirmation?: { word: string; input: string } };
    return {
      operation: name,
      method: http.method.toUpperCase(),
      path: http.path,
      params: Object.fromEntries(inPath.map((parameter) => [parameter, String(values[parameter])])),
      fields: Object.fromEntries(Object.entries(values).filter(([field]) => !inPath.includes(field))),
      ...(http.request === 'bytes' && { bytes: `${CANARY} ${randomUUID()}` }),
      headers: confirmation
        ? [['X-Service-Confirmation', `${confirmation.word}:${String(values[confirmation.input])}`]]
        : [],
    };
  }

  /** Makes a note tagged with its own id: fields that name a note in other routes name that tag. */
  async #createTagged(): Promise<Output<'createDocument'>> {
    const note = await this.note();
    await this.call('addDocumentTag', { document_id: note.id, tag: note.id });
    return note;
  }

  /** Makes a note of the kind that a route needs. */
  #subject(path: string): Promise<Output<'createDocument'>> {
    if (path.startsWith('/api/v1/trash/')) return this.createTrashed();
    if (path === '/api/v1/tags/rename') return this.#createTagged();
    return path.startsWith('/api/v1/templates/') ? this.template() : this.note();
  }

  async #value(field: string, schema: FieldSchema, note: Output<'createDocument'>): Promise<unknown> {
    switch (field) {
      case 'document_id':
      case 'exclude_document_id':
      case 'from':
      case 'to':
        return note.id;
      case 'roots':
        return [note.id];
      case 'uri':
        return note.uri;
      case 'values':
        return { a: CANARY };
      case 'block':
        return `query: ${CANARY}\nfields: tags, snippet`;
      case 'revision_id':
      case 'base_revision_id':
        return note.current_revision_id;
      case 'notebook_id':
      case 'parent_notebook_id':
        return this.notebook();
      case 'search_notebook_id':
        return this.savedSearch();
      case 'resource_id':
        return this.resource();
      case 'resource_ids':
        return [await this.resource()];
      case 'relation_type':
        return 'attachment';
      case 'mime_type':
        return 'image/png';
      case 'job_id':
        return this.job();
      case 'collection_id':
        return 'default';
      case 'conflict_id':
        return `cfl_${NONE}`;
      case 'backup_id':
        return `bak_${NONE}`;
      case 'replica_id':
        return `rep_${NONE}`;
      case 'invitation_id':
        return `inv_${NONE}`;
      case 'expected':
        return { local_revision_id: note.current_revision_id };
      case 'name':
      case 'title':
      case 'request_key':
        return this.unique();
      case 'tag':
        return `${CANARY}/b`;
      case 'date':
        return '2026-02-28';
      case 'icon_emoji':
        return '🌱';
      case 'items':
        return [{ document_id: note.id, base_revision_id: note.current_revision_id }];
      case 'target':
        return schema.enum?.includes('rest') ? 'rest' : 'subset_transfer';
      case 'base_url':
        return 'https://127.0.0.1:9';
      case 'tls_cert_sha256':
        return '0'.repeat(64);
      case 'selection':
        return { notebooks: ['nb_notes'], tags: [CANARY], query: 'alpha', document_ids: [note.id] };
      case 'policy':
        return { include_trashed: true, all_revisions: true, include_descendant_notebooks: true };
      case 'edits':
        return [{ search: 'second', replace: CANARY, replace_all: false }];
      default:
        return plainValue(field, schema);
    }
  }

  /** Builds one sample of every registered route. */
  async samples(): Promise<Sample[]> {
    const fixed = Object.values(pageRoutes).map(({ method, path }) => page(method, path));
    return [...fixed, ...(await Promise.all(httpOperations.map((name) => this.sample(name))))];
  }
}

const page = (method: string, path: string): Sample => ({
  operation: undefined,
  method,
  path,
  params: {},
  fields: method === 'POST' ? { jsonrpc: '2.0', id: 1, method: 'ping' } : {},
  headers: [],
});

/** Returns a value that a schema accepts, for fields without ids. */
function plainValue(field: string, schema: FieldSchema): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.pattern !== undefined || schema.anyOf !== undefined)
    throw new Error(`say in world.ts what a sample sends as ${field}`);
  if (schema.enum !== undefined) return schema.enum[0];
  if (type === 'string') return 'alpha';
  if (type === 'boolean') return schema.default ?? false;
  if (type === 'integer') return schema.default ?? Math.max(schema.minimum ?? 0, 1);
  if (type === 'array') return [plainValue(field, schema.items ?? {})];
  throw new Error(`say in world.ts what a sample sends as ${field}`);
}
