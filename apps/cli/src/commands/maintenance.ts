import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import { confirmed, permanent, rendered } from '../planned.js';
import type { Presentation } from '../presentation.js';
import { section } from '../table.js';
import { counted, number, titleOf } from '../text.js';

type Purge = Result<'purgeDocuments'>;
type Collection = Result<'collectGarbage'>;
type Retention = Result<'getRetentionReport'>;

/** `notes purge` */
export const purge: Presentation<'purgeDocuments'> = {
  ...permanent,
  positional: { notes: '[note...]' },
  inputs: {
    ...permanent.inputs,
    older_than: {
      flags: '--older-than <days>',
      description: 'with --all-trashed: only notes moved there at least this many days ago, such as 90d',
    },
  },
  long: 'purge',
  run: (call, values) => confirmed(call, 'purgeDocuments', values, showPurge),
  render: rendered(showPurge),
};

function showPurge({ totals, documents, truncated }: Purge, out: Output): void {
  const { revisions, attachments, kept_imported } = totals;
  const rows = documents.map((row) => [
    row.document_id,
    counted(row.revisions, 'revision'),
    row.deleted_at,
    titleOf(row.title),
  ]);
  section(
    `To be purged: ${counted(totals.documents, 'note')}, ${counted(revisions, 'revision')}, ${counted(attachments, 'attachment')} detached`,
    rows,
    out,
  );
  if (truncated) out.notice('The list is shortened; the totals are complete.');
  if (kept_imported > 0)
    out.notice(`Kept: ${counted(kept_imported, 'imported note')}, because the next import would create them again.`);
  if (totals.documents > 0)
    out.notice('Copies in the folders backups and imports of the data directory are not changed.');
}

/** `notes gc apply` */
export const gcApply: Presentation<'collectGarbage'> = {
  ...permanent,
  long: 'gc apply',
  unit: 'attachments',
  run: (call, values) => confirmed(call, 'collectGarbage', values, showCollection),
  render: rendered(showCollection),
};

function showCollection({ totals: { resources, blobs, bytes } }: Collection, out: Output): void {
  out.line(
    `To be deleted: ${counted(resources, 'attachment')}, ${counted(blobs, 'file')} without an attachment, ${counted(bytes, 'byte')} in total`,
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
  ...permanent,
  long: 'retention apply',
  run: (call, values) => confirmed(call, 'applyRetention', values, showRetention),
  render: rendered<Result<'applyRetention'>>(showRetention),
};

type RetentionFacts = Pick<Retention, 'revisions_keep_days' | 'totals' | 'documents' | 'truncated'>;

function showRetention({ revisions_keep_days, totals, documents, truncated }: RetentionFacts, out: Output): void {
  const rows = documents.map((row) => [row.document_id, counted(row.revisions, 'revision'), `through ${row.through}`]);
  section(
    `To be deleted: ${counted(totals.revisions, 'revision')} of ${counted(totals.documents, 'note')}, ${counted(totals.bytes, 'byte')}`,
    rows,
    out,
  );
  if (truncated) out.notice('The list is shortened; the totals are complete.');
  out.notice(
    revisions_keep_days === 0
      ? 'Revisions are kept permanently, because retention.revisions_keep_days is 0.'
      : `A revision is kept for ${number(revisions_keep_days)} days after the next one was written.`,
  );
}
