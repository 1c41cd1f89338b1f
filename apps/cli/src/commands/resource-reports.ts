import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber } from '../text.js';

type GcReport = Result<'getGcReport'>;
type ReferenceReport = Result<'getReferenceReport'>;

const formatSum = ({ count, bytes }: { count: number; bytes: number }) =>
  `${formatNumber(count)}, ${formatCount(bytes, 'byte')}`;

/** `notes gc report` */
export const gcReport: Presentation<'getGcReport'> = { render: { table: showGc } };

function showGc({ eligible, retained, totals, retention, truncated, plan_sha256 }: GcReport, out: Output): void {
  printSection(`Can be deleted: ${formatSum(totals.eligible)}`, eligible.map(columns), out);
  printSection(`Kept for now: ${formatSum(totals.retained)}`, retained.map(columns), out);
  out.line(`Attached to notes: ${formatSum(totals.attached)}`);
  out.line(`Digest of the plan: ${plan_sha256}`);
  const { unattached_days, purged_days } = retention;
  out.notice(
    `An attachment without a note is kept for ${formatCount(unattached_days, 'day')}, or for ${formatNumber(purged_days)} after its note was purged.`,
  );
  if (truncated) out.notice('The lists are shortened; the totals are complete.');
}

const columns = ({ resource_id, sha256, size_bytes, reason, eligible_at }: GcReport['eligible'][number]) => [
  resource_id ?? sha256,
  formatCount(size_bytes, 'byte'),
  reason,
  eligible_at,
];

/** `notes resource report` */
export const resourceReport: Presentation<'getReferenceReport'> = { render: { table: showReferences } };

function showReferences(report: ReferenceReport, out: Output): void {
  const { shared_blobs, unreferenced_blobs, usage_by_notebook, totals, truncated } = report;
  printSection(
    `Files shared by several attachments: ${formatSum(totals.shared_blobs)}`,
    shared_blobs.map(({ sha256, resource_count }) => [sha256, formatCount(resource_count, 'attachment')]),
    out,
  );
  printSection(
    `Files without an attachment: ${formatSum(totals.unreferenced_blobs)}`,
    unreferenced_blobs.map(({ sha256, size_bytes }) => [sha256, formatCount(size_bytes, 'byte')]),
    out,
  );
  printSection(
    'Usage by notebook',
    usage_by_notebook.map(({ notebook_id, documents, resources, bytes }) => [
      notebook_id,
      formatCount(documents, 'note'),
      formatCount(resources, 'attachment'),
      formatCount(bytes, 'byte'),
    ]),
    out,
  );
  if (truncated) out.notice('The lists are shortened; the totals are complete.');
}
