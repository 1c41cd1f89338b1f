import type { Output as Result } from '@notes/contract';
import { FINDINGS_EXIT } from '../failures.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { alignColumns } from '../table.js';
import { formatNumber, toOneLine } from '../text.js';

type Report = Result<'checkLibrary'>;

/** `notes doctor`: opens no library, so that it can examine a broken one. */
export const doctor: Presentation<'checkLibrary'> = {
  withoutLibrary: async ({ config }, values) => {
    const { examine } = await import('@notes/operations/doctor');
    return examine(config, { deep: values.deep === true, now: Date.now() });
  },
  render: { table },
  exitCode: ({ checks }) => (checks.every(({ status }) => status === 'ok') ? 0 : FINDINGS_EXIT),
};

/** Number of findings per check that are listed without `--verbose`. */
const MAX_LISTED_FINDINGS = 10;

function table({ data_dir, checks }: Report, out: Output): void {
  out.notice(data_dir);
  const lines = alignColumns(checks.map(({ status, check, message }) => [status, check.replaceAll('_', ' '), message]));
  checks.forEach(({ advice, findings, count }, index) => {
    out.line(lines[index] as string);
    const shown = out.verbose ? findings : findings.slice(0, MAX_LISTED_FINDINGS);
    for (const finding of shown) out.line(`        ${toOneLine(finding)}`);
    if (shown.length < count) out.line(`        … and ${formatNumber(count - shown.length)} more (--json lists 100)`);
    if (advice !== null) out.line(`        → ${toOneLine(advice)}`);
  });
}
