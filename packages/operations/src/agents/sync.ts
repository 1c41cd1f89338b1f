import { toNextCursor } from './lists.js';
import type { ToolCalls } from './run-tool.js';

export const syncCalls = {
  get_sync_status: ({ run }) => run('getSyncStatus', {}),
  list_sync_conflicts: async ({ run, maxResults }, { cursor, limit = maxResults }) => {
    const page = await run('listSyncConflicts', { cursor, limit });
    return { conflicts: page.conflicts, ...toNextCursor(page) };
  },
  plan_sync: ({ run }, args) => run('planSync', args),
  start_sync: ({ run }, args) => run('startSync', args),
  request_resource_fetch: ({ run }, args) => run('requestResourceFetch', args),
  retry_sync_job: ({ run }, args) => run('retrySyncJob', args),
  cancel_sync_job: ({ run }, args) => run('cancelSyncJob', args),
} satisfies Partial<ToolCalls>;
