import { z } from 'zod';
import { operation } from '../operation.js';
import { gcReport, lintChecks, lintReport, referenceReport } from '../schemas/reports.js';

const MAX_EXAMPLES = 200;

/** Reports on problems in a library, and on removable data. They change nothing and show no text of notes. */
export const reportRows = {
  getLintReport: operation({
    summary: 'Check the library for problems: complete counts and some examples, without text.',
    input: () =>
      z.strictObject({
        checks: z.array(z.enum(lintChecks)).min(1).max(lintChecks.length).optional().describe('Default: all.'),
        detail_limit: z
          .int()
          .min(0)
          .default(10)
          .transform((value) => Math.min(value, MAX_EXAMPLES))
          .describe(`Examples per check, at most ${MAX_EXAMPLES}; counts are always complete.`),
      }),
    output: lintReport,
    errors: [],
    http: { method: 'get', path: '/api/v1/admin/lint/report' },
    mcp: {
      tool: 'get_lint_report',
      scope: 'read-only',
      get arguments() {
        return {
          // Models send an empty list for the default, and list a check twice.
          checks: z.array(z.enum(lintChecks)).optional().describe('Default: all.'),
          detail_limit: z.int().min(0).max(50).default(10),
        };
      },
    },
    cli: {
      command: 'lint',
      examples: ['notes lint', 'notes lint --check broken_document_link --check ambiguous_link --detail 50'],
    },
  }),
  getGcReport: operation({
    summary: 'List attachments without references, and when each may be collected. Collects nothing.',
    input: () => z.strictObject({}),
    output: gcReport,
    errors: [],
    http: { method: 'get', path: '/api/v1/admin/gc/report' },
    mcp: null,
    cli: { command: 'gc report', examples: ['notes gc report', 'notes gc report --json'] },
  }),
  getReferenceReport: operation({
    summary: 'List attachments that share their bytes, blobs without an attachment, and the usage of each notebook.',
    input: () => z.strictObject({}),
    output: referenceReport,
    errors: [],
    http: { method: 'get', path: '/api/v1/resources/reports/reference' },
    mcp: null,
    cli: { command: 'resource report', examples: ['notes resource report', 'notes resource report --json'] },
  }),
};
