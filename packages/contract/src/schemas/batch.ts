import { z } from 'zod';
import { defer } from '../defer.js';
import { errorCodes } from '../errors.js';
import { count, id } from './primitives.js';

export const batchOperations = ['move', 'add_tags', 'remove_tags', 'trash', 'restore', 'duplicate'] as const;
export const batchModes = ['atomic', 'best_effort'] as const;
/** Outcomes of an item. `rolled_back`: the item was applied, and undone because a later one failed. */
const batchStatuses = ['applied', 'skipped', 'failed', 'rolled_back'] as const;
/** Reasons why an item needed no change. */
const batchSkips = [
  'already_there',
  'already_tagged',
  'not_tagged',
  'already_in_trash',
  'not_in_trash',
  'not_reached',
] as const;

const batchOutcome = defer(() =>
  z
    .object({
      document_id: id('document'),
      status: z.enum(batchStatuses),
      reason: z
        .enum(batchSkips)
        .optional()
        .describe('Present for a skipped item. not_reached: an earlier item failed.'),
      error: z
        .object({ code: z.enum(Object.keys(errorCodes)), message: z.string() })
        .optional()
        .describe('Present for a failed item.'),
      new_document_id: id('document').optional().describe('The copy that duplicate created.'),
    })
    .meta({ id: 'BatchOutcome' }),
);

export const batchReport = defer(() =>
  z
    .object({
      operation: z.enum(batchOperations),
      mode: z.enum(batchModes),
      replayed: z.boolean().describe('True if this request ran before: nothing was done now.'),
      items: z.array(batchOutcome()).describe('One outcome per item, in the order of the request.'),
      counts: z.object({ applied: count, skipped: count, failed: count, rolled_back: count }),
    })
    .meta({ id: 'BatchReport' }),
);
