import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { section } from '../table.js';
import { counted, number } from '../text.js';

type GcReport = Result<'getGcReport'>;
type ReferenceReport = Result<'getReferenceReport'>;

const summed = ({ count, bytes }: { count: number; bytes: number }) => `${number(count)}, ${counted(bytes, 'byte')}`;

/** `notes gc report` */
export const gcReport: Presentation<'getGcReport'> = { render: { table: showGc } };

function showGc({ eligible, retained, totals, retention, truncated, plan_sha256 }: GcReport, out: Output): void {
  section(`Can be deleted: ${summed(totals.eligible)}`, eligible.map(columns), out);
  section(`Kept for now: ${summed(totals.retained)}`, retained.map(columns), out);
  out.line(`Attached to notes: ${summed(totals.attached)}`);
  out.line(`Digest of the plan: ${plan_sha256}`);
  const { unattached_days, purged_days } = retention;
  out.notice(
    `An attachment without a note is kept for ${counted(unattached_days, 'day')}, or for ${number(purged_days)} after its note was purged.`,
  );
  if (truncated) out.notice('The lists are shortened; the totals are complete.');
}

const columns = ({ resource_id, sha256, size_bytes, reason, eligible_at }: GcReport['eligible'][number]) => [
  resource_id ?? sha256,
  counted(size_bytes, 'byte'),
  reason,
  eligible_at,
];

/** `notes resource report` */
export const resourceReport: Presentation<'getReferenceReport'> = { render: { table: showReferences } };

function showReferences(report: ReferenceReport, out: Output): void {
  const { shared_blobs, unreferenced_blobs, usage_by_notebook, totals, truncated } = report;
  section(
    `Files shared by several attachments: ${summed(totals.shared_blobs)}`,
    shared_blobs.map(({ sha256, resource_count }) => [sha256, counted(resource_count, 'attachment')]),
    out,
  );
  section(
    `Files without an attachment: ${summed(totals.unreferenced_blobs)}`,
    unreferenced_blobs.map(({ sha256, size_bytes }) => [sha256, counted(size_bytes, 'byte')]),
    out,
  );
  section(
    'Usage by notebook',
    usage_by_notebook.map(({ notebook_id, documents, resources, bytes }) => [
      notebook_id,
      counted(documents, 'note'),
      counted(resources, 'attachment'),
      counted(bytes, 'byte'),
    ]),
    out,
  );
  if (truncated) out.notice('The lists are shortened; the totals are complete.');
}
