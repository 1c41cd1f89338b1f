import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import { createPlanRenderer, permanentOptions, runConfirmed } from '../planned.js';
import type { Presentation } from '../presentation.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber, formatTitle } from '../text.js';

type Purge = Result<'purgeDocuments'>;
type Collection = Result<'collectGarbage'>;
type Retention = Result<'getRetentionReport'>;

/** `notes purge` */
export const purge: Presentation<'purgeDocuments'> = {
  ...permanentOptions,
  positional: { notes: '[note...]' },
  inputs: {
    ...permanentOptions.inputs,
    older_than: {
      flags: '--older-than <days>',
      description: 'With --all-trashed: only notes moved there at least this many days ago, such as 90d.',
    },
  },
  long: 'purge',
  run: (call, values) => runConfirmed(call, 'purgeDocuments', values, showPurge),
  render: createPlanRenderer(showPurge),
};

function showPurge({ totals, documents, truncated }: Purge, out: Output): void {
  const { revisions, attachments, kept_imported } = totals;
  const rows = documents.map((row) => [
    row.document_id,
    formatCount(row.revisions, 'revision'),
    row.deleted_at,
    formatTitle(row.title),
  ]);
  printSection(
    `To be purged: ${formatCount(totals.documents, 'note')}, ${formatCount(revisions, 'revision')}, ${formatCount(attachments, 'attachment')} detached`,
    rows,
    out,
  );
  if (truncated) out.notice('The list is shortened; the totals are complete.');
  if (kept_imported > 0)
    out.notice(
      `Kept: ${formatCount(kept_imported, 'imported note')}, because the next import would create them again.`,
    );
  if (totals.documents > 0)
    out.notice('Copies in the folders backups and imports of the data directory are not changed.');
}

/** `notes gc apply` */
export const gcApply: Presentation<'collectGarbage'> = {
  ...permanentOptions,
  long: 'gc apply',
  unit: 'attachments',
  run: (call, values) => runConfirmed(call, 'collectGarbage', values, showCollection),
  render: createPlanRenderer(showCollection),
};

function showCollection({ totals: { resources, blobs, bytes } }: Collection, out: Output): void {
  out.line(
    `To be deleted: ${formatCount(resources, 'attachment')}, ${formatCount(blobs, 'file')} without an attachment, ${formatCount(bytes, 'byte')} in total`,
  );
}

/** `notes retention report` */
export const retentionReport: Presentation<'getRetentionReport'> = {
  render: {
    table: (report, out) => {
      showRetention(report, out);
      out.line(`Digest of the plan: ${report.plan_sha256}`);
    },
  },
};

/** `notes retention apply` */
export const retentionApply: Presentation<'applyRetention'> = {
  ...permanentOptions,
  long: 'retention apply',
  run: (call, values) => runConfirmed(call, 'applyRetention', values, showRetention),
  render: createPlanRenderer<Result<'applyRetention'>>(showRetention),
};

type RetentionFacts = Pick<Retention, 'revisions_keep_days' | 'totals' | 'documents' | 'truncated'>;

function showRetention({ revisions_keep_days, totals, documents, truncated }: RetentionFacts, out: Output): void {
  const rows = documents.map((row) => [
    row.document_id,
    formatCount(row.revisions, 'revision'),
    `through ${row.through}`,
  ]);
  printSection(
    `To be deleted: ${formatCount(totals.revisions, 'revision')} of ${formatCount(totals.documents, 'note')}, ${formatCount(totals.bytes, 'byte')}`,
    rows,
    out,
  );
  if (truncated) out.notice('The list is shortened; the totals are complete.');
  out.notice(
    revisions_keep_days === 0
      ? 'Revisions are kept permanently, because retention.revisions_keep_days is 0.'
      : `A revision is kept for ${formatNumber(revisions_keep_days)} days after the next one was written.`,
  );
}
