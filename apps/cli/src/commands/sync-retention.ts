import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import { createPlanRenderer, permanentOptions, runConfirmed } from '../planned.js';
import type { Presentation } from '../presentation.js';
import { alignColumns } from '../table.js';
import { formatCount } from '../text.js';

type Report = Result<'getSyncRetention'>;

const REASONS = {
  lagging: 'has not confirmed everything',
  never_acked: 'has never confirmed anything',
  revoked_not_retired: 'is revoked but not retired',
} as const;

const RESTORE_SOURCES = { snapshot: 'the checkpoint of', peer: 'device' } as const;

/** `notes sync retention` */
export const syncRetention: Presentation<'getSyncRetention'> = {
  render: {
    table: ({ gating, snapshot, eligible, repair_source: { kind, replica_id } }, out) => {
      const rows = [
        [
          'checkpoint',
          snapshot === null ? 'none' : `${snapshot.snapshot_id}, ${witnesses(snapshot.verified_by.length)}`,
        ],
        ['restore from', kind === 'none' ? 'nothing yet' : `${RESTORE_SOURCES[kind]} ${replica_id}`],
      ] as const;
      for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(12))} ${value}`);
      for (const line of alignColumns(
        gating.map((each) => [each.replica_id, REASONS[each.reason], each.last_ack_at ?? '']),
      ))
        out.line(line);
      showEligible({ eligible }, out);
    },
  },
};

const witnesses = (count: number) =>
  count === 0 ? 'verified by no device' : `verified by ${formatCount(count, 'device')}`;

/** `notes sync retention apply` */
export const syncRetentionApply: Presentation<'applySyncRetention'> = {
  ...permanentOptions,
  long: 'sync retention apply',
  unit: 'notes',
  run: (call, values) => runConfirmed(call, 'applySyncRetention', values, showEligible),
  render: createPlanRenderer<Result<'applySyncRetention'>>(showEligible),
};

function showEligible({ eligible }: Pick<Report, 'eligible'>, out: Output): void {
  const { ops, op_bytes, tombstones, blobs, blob_bytes } = eligible;
  out.line(
    `To be compacted: ${formatCount(ops, 'operation')} (${formatCount(tombstones, 'removal')} included), ${formatCount(blobs, 'long text')}, ${formatCount(op_bytes + blob_bytes, 'byte')}`,
  );
}
