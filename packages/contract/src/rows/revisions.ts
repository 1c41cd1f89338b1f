import { z } from 'zod';
import { operation } from '../operation.js';
import { documentSchema, revisionPage, revisionSchema } from '../schemas/documents.js';
import { baseRevisionId, cursor, id, limit } from '../schemas/primitives.js';

const REVISIONS = '/api/v1/documents/{document_id}/revisions';
const document_id = id('document');
const revision_id = id('revision');

/** Operations on revisions of notes, including restoring one. */
export const revisionRows = {
  listRevisions: operation({
    summary: 'List the revisions of a note, newest first.',
    input: () => z.strictObject({ document_id, limit: limit(50, 200), cursor: cursor.optional() }),
    output: revisionPage,
    errors: ['not_found', 'cursor_invalid'],
    http: { method: 'get', path: REVISIONS },
    mcp: null,
    cli: { command: 'history', positional: ['document_id'], examples: ['notes history "Shopping"'] },
  }),
  getRevision: operation({
    summary: 'Read one revision of a note.',
    input: () => z.strictObject({ document_id, revision_id }),
    output: revisionSchema,
    errors: ['not_found'],
    http: { method: 'get', path: `${REVISIONS}/{revision_id}`, etag: 'revision_id' },
    mcp: null,
    cli: null,
  }),
  restoreRevision: operation({
    summary: 'Restore the title and body of an old revision as a new one.',
    input: () => z.strictObject({ document_id, revision_id, base_revision_id: baseRevisionId.optional() }),
    output: documentSchema,
    errors: ['not_found', 'revision_conflict', 'precondition_required'],
    precondition: 'required',
    http: { method: 'post', path: `${REVISIONS}/{revision_id}/restore`, etag: 'current_revision_id' },
    mcp: null,
    cli: { command: 'revert', positional: ['document_id', 'revision_id'], examples: ['notes revert "Shopping" rev_…'] },
  }),
};
