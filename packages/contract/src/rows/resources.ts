import { z } from 'zod';
import { operation } from '../operation.js';
import { id, text } from '../schemas/primitives.js';
import {
  attachment,
  chosenRelation,
  documentResources,
  resourceContent,
  resourceSchema,
  uploadedResource,
} from '../schemas/resources.js';

const RESOURCES = '/api/v1/resources';
const DOCUMENT_RESOURCES = '/api/v1/documents/{document_id}/resources';
const document_id = id('document');
const resource_id = id('resource');

/** Maximum length of names and types in a request. Shorter ones are adapted to the stored limits. */
const MAX_NAME_BYTES = 4_096;
/** Maximum bytes of an attachment in one call of a tool. */
const MAX_READ_BYTES = 1024 * 1024;

/** Operations on attachments: their bytes, and their relations to notes. */
export const resourceRows = {
  uploadResource: operation({
    summary: 'Store bytes as an attachment, which belongs to no note yet.',
    input: () =>
      z.strictObject({
        filename: text(MAX_NAME_BYTES)
          .optional()
          .describe('File name. Of a path, the last segment is used, at most 255 bytes.'),
        mime_type: text(MAX_NAME_BYTES)
          .optional()
          .describe(
            'Default: detected from the bytes and the name. Content detected as anything but text never gets a type that a browser runs. An invalid type becomes application/octet-stream.',
          ),
      }),
    output: uploadedResource,
    errors: [],
    http: { method: 'post', path: RESOURCES, status: 201, request: 'bytes', location: `${RESOURCES}/{id}` },
    mcp: null,
    cli: {
      command: 'resource add',
      positional: ['filename'],
      examples: ['notes resource add photo.png', 'notes resource add *.pdf -o ids'],
    },
  }),
  getResource: operation({
    summary: 'Read the metadata of an attachment.',
    input: () => z.strictObject({ resource_id }),
    output: resourceSchema,
    errors: ['not_found'],
    http: { method: 'get', path: `${RESOURCES}/{resource_id}` },
    mcp: {
      tool: 'read_resource',
      scope: 'read-only',
      // Metadata and text in one tool.
      get arguments() {
        return {
          include_bytes: z.boolean().default(false),
          offset: z.int().min(0).optional(),
          length: z.int().min(1).max(MAX_READ_BYTES).optional(),
        };
      },
    },
    cli: { command: 'resource info', positional: ['resource_id'], examples: ['notes resource info res_…'] },
  }),
  getResourceContent: operation({
    summary: 'Read the bytes of an attachment, all or a range.',
    input: () =>
      z.strictObject({
        resource_id,
        download: z.boolean().default(false).describe('Offer it as a download, even if a browser could show it.'),
      }),
    output: resourceContent,
    errors: ['not_found', 'range_not_satisfiable'],
    http: { method: 'get', path: `${RESOURCES}/{resource_id}/content`, response: 'content', etag: 'sha256' },
    mcp: null,
    cli: {
      command: 'resource get',
      positional: ['resource_id'],
      examples: ['notes resource get res_… -O photo.png', 'notes resource get res_… --range 0-1023 | xxd'],
    },
  }),
  deleteResource: operation({
    summary: 'Delete an attachment permanently. Refused while a note, including one in Trash, uses it.',
    input: () => z.strictObject({ resource_id, confirmation: z.string().optional() }),
    output: () => z.object({ resource_id }).meta({ id: 'ResourceDeletion' }),
    errors: ['not_found', 'conflict', 'precondition_required'],
    confirmation: { word: 'delete-resource', input: 'resource_id' },
    http: { method: 'delete', path: `${RESOURCES}/{resource_id}`, status: 204, response: 'none' },
    mcp: null,
    cli: {
      command: 'resource rm',
      positional: ['resource_id'],
      examples: ['notes resource rm res_… --confirm delete-resource:res_…'],
    },
  }),
  listDocumentResources: operation({
    summary: 'List the attachments of a note, including those that its text shows or links to.',
    input: () => z.strictObject({ document_id }),
    output: documentResources,
    errors: ['not_found'],
    http: { method: 'get', path: DOCUMENT_RESOURCES },
    mcp: { tool: 'list_document_resources', scope: 'read-only' },
    cli: null,
  }),
  attachResource: operation({
    summary: 'Attach an attachment to a note, without a new revision.',
    input: () => z.strictObject({ document_id, resource_id, relation_type: chosenRelation().default('attachment') }),
    output: attachment,
    errors: ['not_found'],
    http: { method: 'post', path: `${DOCUMENT_RESOURCES}/{resource_id}` },
    mcp: null,
    cli: {
      command: 'resource attach',
      positional: ['document_id', 'resource_id'],
      examples: ['notes resource attach "Shopping" res_…'],
    },
  }),
  detachResource: operation({
    summary:
      'Detach an attachment from a note, unless its text shows it or links to it. Succeeds if it is not attached.',
    input: () => z.strictObject({ document_id, resource_id }),
    output: () => z.object({ document_id, resource_id, removed: z.boolean() }).meta({ id: 'ResourceDetachment' }),
    errors: ['not_found', 'conflict'],
    http: { method: 'delete', path: `${DOCUMENT_RESOURCES}/{resource_id}`, status: 204, response: 'none' },
    mcp: null,
    cli: {
      command: 'resource detach',
      positional: ['document_id', 'resource_id'],
      examples: ['notes resource detach "Shopping" res_…'],
    },
  }),
};
