import { z } from 'zod';
import { operation } from '../operation.js';
import { batchModes, batchOperations, batchReport } from '../schemas/batch.js';
import { baseRevisionId, id, line, tagName } from '../schemas/primitives.js';

const MAX_ITEMS = 500;

/** Notes of a batch. The revision has a description of its own on each interface. */
const batchItems = (revisionHint: string) =>
  z
    .array(
      z.strictObject({
        document_id: id('document'),
        base_revision_id: baseRevisionId.optional().describe(revisionHint),
      }),
    )
    .min(1)
    .max(MAX_ITEMS);

/** Operation that changes many notes in one call. */
export const batchRows = {
  runBatch: operation({
    summary: 'Apply one operation to up to 500 notes, with an outcome for each. The call succeeds even if items fail.',
    input: () =>
      z.strictObject({
        operation: z.enum(batchOperations).describe('Operation to apply to each note.'),
        mode: z
          .enum(batchModes)
          .default('best_effort')
          .describe('best_effort: each note by itself. atomic: all notes or, when one fails, none.'),
        notebook_id: id('notebook').optional().describe('Notebook to move notes to. Required for move.'),
        tags: z.array(tagName).max(100).optional().describe('Required for add_tags and remove_tags.'),
        items: batchItems('Required for trash, optional for the others.').describe('Each note at most once.'),
        request_key: line(255)
          .min(1)
          .optional()
          .describe('Makes a repeated request safe: for 24 hours, the same key and request run only once.'),
      }),
    output: batchReport,
    errors: [],
    http: { method: 'post', path: '/api/v1/batch' },
    mcp: {
      tool: 'run_batch',
      scope: 'organizer',
      get arguments() {
        return {
          operation: '',
          mode: '',
          notebook_id: 'For move.',
          tags: 'For add_tags and remove_tags.',
          items: batchItems('Required for trash.'),
          request_key: 'Reuse it to retry safely.',
        };
      },
    },
    cli: {
      command: 'batch',
      positional: ['operation'],
      examples: [
        "notes search 'tag:work/sync' -o ids | notes batch add_tags --tags review",
        'notes batch move -n Archive --atomic < ids.txt',
      ],
    },
  }),
};
