import { z } from 'zod';
import { operation } from '../operation.js';
import { gcReport, lintChecks, lintReport, referenceReport } from '../schemas/reports.js';

const MAX_EXAMPLES = 200;

/** Reports on problems in a library, and on removable data. They change nothing and show no text of notes. */
export const reportRows = {
  getLintReport: operation({
    summary: 'Look the library through for what is broken: complete counts, some examples, no text.',
    input: z.strictObject({
      checks: z.array(z.enum(lintChecks)).min(1).max(lintChecks.length).optional().describe('All when left out.'),
      detail_limit: z
        .int()
        .min(0)
        .default(10)
        .transform((value) => Math.min(value, MAX_EXAMPLES))
        .describe(`Examples of each check, at most ${MAX_EXAMPLES}; counts are always complete.`),
    }),
    output: lintReport,
    errors: [],
    http: { method: 'get', path: '/api/v1/admin/lint/report' },
    mcp: { tool: 'get_lint_report', scope: 'read-only' },
    cli: {
      command: 'lint',
      examples: ['notes lint', 'notes lint --check broken_document_link --check ambiguous_link --detail 50'],
    },
  }),
  getGcReport: operation({
    summary: 'Say which attachments nothing refers to, and from when they may be collected; collects nothing.',
    input: z.strictObject({}),
    output: gcReport,
    errors: [],
    http: { method: 'get', path: '/api/v1/admin/gc/report' },
    mcp: null,
    cli: { command: 'gc report', examples: ['notes gc report', 'notes gc report --json'] },
  }),
  getReferenceReport: operation({
    summary: 'Say which attachments share their bytes, which bytes are no attachment’s, and what each notebook uses.',
    input: z.strictObject({}),
    output: referenceReport,
    errors: [],
    http: { method: 'get', path: '/api/v1/resources/reports/reference' },
    mcp: null,
    cli: { command: 'resource report', examples: ['notes resource report', 'notes resource report --json'] },
  }),
};
