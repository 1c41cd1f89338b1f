import { LIMITS } from '@notes/query-language';
import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { id, tagName, text } from '../schemas/primitives.js';
import { selectionPlan, selectionTargets } from '../schemas/selection.js';

const MAX_SELECTORS = 1_000;
const MAX_IDS = 10_000;
const MAX_ROWS = 200;

export const selectors = defer(() =>
  z
    .strictObject({
      notebooks: z.array(id('notebook')).max(MAX_SELECTORS).optional(),
      tags: z.array(tagName).max(MAX_SELECTORS).optional().describe('Each with the tags below it.'),
      query: text(LIMITS.bytes).optional().describe('Notes that a search finds; the empty query finds all.'),
      document_ids: z.array(id('document')).max(MAX_IDS).optional(),
    })
    .describe('Notes that match any of these. Required, except for full_archive, which takes no selection.'),
);

export const selectionPolicy = defer(() =>
  z
    .strictObject({
      include_trashed: z.boolean().optional().describe('Include notes in Trash.'),
      all_revisions: z.boolean().optional().describe('Include every revision, not only the current ones.'),
      include_descendant_notebooks: z
        .boolean()
        .default(true)
        .describe('Include the notebooks below each selected notebook.'),
    })
    .describe('Overrides of the target’s defaults. Trash and revisions can only be chosen for subset_transfer.'),
);

/** Operations that plan the contents of an export. */
export const selectionRows = {
  planSelection: operation({
    summary:
      'Show what an archive, a transfer or a publication of selected notes would include, exclude and warn about. Writes nothing.',
    input: () =>
      z.strictObject({
        target: z.enum(selectionTargets),
        selection: selectors().optional(),
        policy: selectionPolicy().prefault({}),
        detail_limit: z
          .int()
          .min(0)
          .default(MAX_ROWS)
          .transform((value) => Math.min(value, MAX_ROWS))
          .describe(`Rows per list, at most ${MAX_ROWS}; counts and digest are always complete.`),
      }),
    output: selectionPlan,
    errors: [],
    http: { method: 'post', path: '/api/v1/selection/plan' },
    mcp: {
      tool: 'plan_selection',
      scope: 'read-only',
      get arguments() {
        return {
          // The advertised bound of the query is in characters.
          selection: selectors()
            .extend({
              tags: z.array(tagName).max(MAX_SELECTORS).optional(),
              query: z.string().max(LIMITS.bytes).optional(),
            })
            .optional()
            .describe('Notes that match any of these; omit for full_archive.'),
          // Agents cannot select notes in Trash.
          policy: z
            .strictObject({
              all_revisions: z.boolean().optional(),
              include_descendant_notebooks: z.boolean().optional(),
            })
            .optional()
            .describe('Overrides.'),
          // `mcp.max_results` decides.
          detail_limit: null,
        };
      },
    },
    cli: {
      command: 'select plan',
      examples: [
        'notes select plan',
        "notes select plan --target publication_handoff --tag public --query 'notebook:Essays'",
      ],
    },
  }),
};
