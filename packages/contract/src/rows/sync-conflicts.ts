import { z } from 'zod';
import { operation } from '../operation.js';
import { body, cursor, id, limit, title } from '../schemas/primitives.js';
import {
  conflictDetail,
  conflictId,
  conflictPage,
  expectedSides,
  resolutions,
  resolvedConflict,
} from '../schemas/sync-conflicts.js';

const CONFLICT = '/api/v1/sync-ui/conflicts/{conflict_id}';

/** Operations on conflicts between devices, for the user of one of them. */
export const syncConflictRows = {
  listConflicts: operation({
    summary: 'List conflicting changes of devices, with both sides. Default: only open conflicts.',
    input: () =>
      z.strictObject({
        state: z.enum(['open', 'resolved', 'all']).default('open').describe('Conflicts to list.'),
        document_id: id('document').optional().describe('Only conflicts about this note.'),
        limit: limit(50, 200),
        cursor: cursor.optional(),
      }),
    output: conflictPage,
    errors: ['cursor_invalid'],
    http: { method: 'get', path: '/api/v1/sync-conflicts' },
    mcp: null,
    cli: { command: 'sync conflicts', examples: ['notes sync conflicts', 'notes sync conflicts --state all'] },
  }),
  getConflict: operation({
    summary: 'Show a conflict with the texts of both sides.',
    input: () => z.strictObject({ conflict_id: conflictId() }),
    output: conflictDetail,
    errors: ['not_found'],
    http: { method: 'get', path: CONFLICT },
    mcp: null,
    cli: {
      command: 'sync conflict',
      positional: ['conflict_id'],
      examples: ['notes sync conflict cfl_0123456789abcdefghjkmnpqrs'],
    },
  }),
  resolveConflict: operation({
    summary: 'Resolve a conflict: keep one side, both, or a merged text.',
    input: () =>
      z.strictObject({
        conflict_id: conflictId(),
        resolution: z.enum(resolutions).describe('How to resolve it.'),
        expected: expectedSides().optional(),
        title: title.optional().describe('With merged: the title. Default: that of the note.'),
        body: body.optional().describe('With merged: the merged text.'),
      }),
    output: resolvedConflict,
    errors: ['not_found', 'revision_conflict', 'conflict'],
    http: { method: 'post', path: `${CONFLICT}/resolve`, carriesText: true },
    mcp: null,
    cli: {
      command: 'sync resolve',
      positional: ['conflict_id'],
      examples: [
        'notes sync resolve cfl_0123456789abcdefghjkmnpqrs --resolution keep_both',
        'notes sync resolve cfl_0123456789abcdefghjkmnpqrs --resolution merged --body-file merged.md',
      ],
    },
  }),
};
