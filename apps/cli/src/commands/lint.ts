import type { Output as Result } from '@notes/contract';
import { FINDINGS_EXIT } from '../failures.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { createRepeatableFlag } from '../repeatable-flag.js';
import { alignColumns } from '../table.js';
import { formatCount, formatNumber } from '../text.js';

type Report = Result<'getLintReport'>;
type Finding = Report['checks'][number]['examples'][number];

/** `notes lint` */
export const lint: Presentation<'getLintReport'> = {
  inputs: {
    checks: createRepeatableFlag('--check <check>', 'Run only this check, for example ambiguous_link.'),
    detail_limit: {
      flags: '--detail <number>',
      description: 'Findings to show per check, at most 200. Default: 10. Counts are always complete.',
    },
  },
  render: { table },
  exitCode: (report) => (findings(report) > 0 ? FINDINGS_EXIT : 0),
};

const findings = ({ checks }: Report) => checks.reduce((sum, { count }) => sum + count, 0);

function table(report: Report, out: Output): void {
  for (const line of alignColumns(report.checks.map(({ check, count }) => [check, formatNumber(count)])))
    out.line(line);
  for (const { check, count, examples } of report.checks) {
    if (examples.length === 0) continue;
    out.line(out.bold(check));
    for (const line of alignColumns(examples.map(columns))) out.line(`  ${line}`);
    if (examples.length < count) out.line(`  … and ${formatNumber(count - examples.length)} more (--detail)`);
  }
  out.line(`Digest of all findings: ${report.report_sha256}`);
  out.notice(findings(report) === 0 ? 'No findings.' : `${formatCount(findings(report), 'finding')}.`);
  if (report.unparsed_documents > 0)
    out.notice(
      `${formatCount(report.unparsed_documents, 'note')} could not be read in full: there may be more findings.`,
    );
}

const columns = ({ document_id, resource_id, line, column, reason }: Finding) => [
  document_id ?? resource_id ?? '',
  line === null ? '' : `${line}:${column}`,
  reason,
];
