import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import { confirmed, permanent, rendered } from '../planned.js';
import type { Presentation } from '../presentation.js';
import { aligned } from '../table.js';
import { counted } from '../text.js';

type Report = Result<'getSyncRetention'>;

const REASONS = {
  lagging: 'has not confirmed everything',
  never_acked: 'has never confirmed anything',
  revoked_not_retired: 'is revoked but not retired',
} as const;

/** `notes sync retention` */
export const syncRetention: Presentation<'getSyncRetention'> = {
  render: {
    table: ({ gating, snapshot, eligible, repair_source: { kind, replica_id } }, out) => {
      const rows = [
        [
          'checkpoint',
          snapshot === null ? 'none' : `${snapshot.snapshot_id}, ${witnesses(snapshot.verified_by.length)}`,
        ],
        ['repair from', kind === 'none' ? 'nothing' : `${kind} of ${replica_id}`],
      ] as const;
      for (const [name, value] of rows) out.line(`${out.bold(name.padEnd(12))} ${value}`);
      for (const line of aligned(gating.map((each) => [each.replica_id, REASONS[each.reason], each.last_ack_at ?? ''])))
        out.line(line);
      showEligible({ eligible }, out);
    },
  },
};

const witnesses = (count: number) =>
  count === 0 ? 'verified by no device' : `verified by ${counted(count, 'device')}`;

/** `notes sync retention apply` */
export const syncRetentionApply: Presentation<'applySyncRetention'> = {
  ...permanent,
  long: 'sync retention apply',
  unit: 'notes',
  run: (call, values) => confirmed(call, 'applySyncRetention', values, showEligible),
  render: rendered<Result<'applySyncRetention'>>(showEligible),
};

function showEligible({ eligible }: Pick<Report, 'eligible'>, out: Output): void {
  const { ops, op_bytes, tombstones, blobs, blob_bytes } = eligible;
  out.line(
    `To be compacted: ${counted(ops, 'operation')} (${counted(tombstones, 'removal')} included), ${counted(blobs, 'long text')}, ${counted(op_bytes + blob_bytes, 'byte')}`,
  );
}
