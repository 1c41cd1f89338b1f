import { LIMITS } from '@notes/query-language';
import { z } from 'zod';
import { operation } from '../operation.js';
import { id, tagName, text } from '../schemas/primitives.js';
import { selectionPlan, selectionTargets } from '../schemas/selection.js';

const MAX_SELECTORS = 1_000;
const MAX_IDS = 10_000;
const MAX_ROWS = 200;

export const selectors = z
  .strictObject({
    notebooks: z.array(id('notebook')).max(MAX_SELECTORS).optional(),
    tags: z.array(tagName).max(MAX_SELECTORS).optional().describe('Each with the tags below it.'),
    query: text(LIMITS.bytes).optional().describe('Every note a search finds; the empty query finds all.'),
    document_ids: z.array(id('document')).max(MAX_IDS).optional(),
  })
  .describe('The notes that any of these selects. Needed but for a full archive, which takes no selection.');

export const selectionPolicy = z
  .strictObject({
    include_trashed: z.boolean().optional().describe('Take notes in Trash as well.'),
    all_revisions: z.boolean().optional().describe('Take every revision, not the current ones alone.'),
    include_descendant_notebooks: z.boolean().default(true).describe('A notebook stands for those below it too.'),
  })
  .describe('What is decided otherwise than the target says; only a transfer leaves a choice.');

/** Operations that plan the contents of an export. */
export const selectionRows = {
  planSelection: operation({
    summary: 'Dry run: what an export or handoff of a selection would include, exclude and warn about.',
    input: z.strictObject({
      target: z.enum(selectionTargets),
      selection: selectors.optional(),
      policy: selectionPolicy.prefault({}),
      detail_limit: z
        .int()
        .min(0)
        .default(MAX_ROWS)
        .transform((value) => Math.min(value, MAX_ROWS))
        .describe(`Rows of each list, at most ${MAX_ROWS}; counts and digest are always complete.`),
    }),
    output: selectionPlan,
    errors: [],
    http: { method: 'post', path: '/api/v1/selection/plan' },
    mcp: { tool: 'plan_selection', scope: 'read-only' },
    cli: {
      command: 'select plan',
      examples: [
        'notes select plan',
        "notes select plan --target publication_handoff --tag public --query 'notebook:Essays'",
      ],
    },
  }),
};
