import { z } from 'zod';
import { operation } from '../operation.js';
import { syncRetention, syncRetentionOutcome } from '../schemas/sync-retention.js';
import { dry_run, plan } from './maintenance.js';

/** Operations on the retention of sync data. */
export const syncRetentionRows = {
  getSyncRetention: operation({
    summary:
      'Show which sync data can be compacted: what every device has, which devices hold it back, and which checkpoint contains it.',
    input: () => z.strictObject({}),
    output: syncRetention,
    errors: ['conflict'],
    http: { method: 'get', path: '/api/v1/sync-ui/retention' },
    mcp: null,
    cli: { command: 'sync retention', examples: ['notes sync retention', 'notes sync retention --json'] },
  }),
  applySyncRetention: operation({
    summary:
      'Remove from the sync log what `notes sync retention` lists. The next sync removes it from the sync target.',
    input: () => z.strictObject({ plan: plan(), dry_run: dry_run(), confirmation: z.string().optional() }),
    output: syncRetentionOutcome,
    errors: ['conflict', 'precondition_required'],
    confirmation: { word: 'sync-retention-apply' },
    http: null,
    mcp: null,
    cli: {
      command: 'sync retention apply',
      examples: ['notes sync retention apply', 'notes sync retention apply --dry-run'],
    },
  }),
};
