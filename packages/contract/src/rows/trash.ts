import { z } from 'zod';
import { operation } from '../operation.js';
import { documentPage, documentSchema } from '../schemas/documents.js';
import { cursor, id, limit } from '../schemas/primitives.js';

const document_id = id('document');

/** Operations on Trash: listing, restoring, and the only permanent deletion over REST. */
export const trashRows = {
  listTrash: operation({
    summary: 'List the notes in Trash, last changed first.',
    input: () => z.strictObject({ limit: limit(50, 200), cursor: cursor.optional() }),
    output: documentPage,
    errors: ['cursor_invalid'],
    http: { method: 'get', path: '/api/v1/trash' },
    mcp: null,
    cli: { command: 'trash list', examples: ['notes trash list', 'notes trash list -o ids'] },
  }),
  restoreDocument: operation({
    summary: 'Restore a note from Trash.',
    input: () => z.strictObject({ document_id }),
    output: documentSchema,
    errors: ['not_found'],
    http: { method: 'post', path: '/api/v1/trash/{document_id}/restore', etag: 'current_revision_id' },
    mcp: null,
    cli: {
      command: 'trash restore',
      positional: ['document_id'],
      examples: ['notes trash restore "Shopping"', 'notes trash restore doc_… doc_…'],
    },
  }),
  purgeDocument: operation({
    summary: 'Delete a note in Trash permanently, with all its revisions.',
    input: () => z.strictObject({ document_id, confirmation: z.string().optional() }),
    output: () => z.object({ document_id }).meta({ id: 'DocumentPurge' }),
    errors: ['not_found', 'precondition_required'],
    confirmation: { word: 'purge-document', input: 'document_id' },
    http: { method: 'delete', path: '/api/v1/trash/{document_id}', status: 204, response: 'none' },
    mcp: null,
    cli: null,
  }),
};
