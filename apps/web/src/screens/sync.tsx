import { status } from '../app/connection.js';
import { Facts, Page } from '../tools/page.js';

/** Sync as it is here: this build has none to be switched on, and says so. */
export function Screen() {
  const current = status.value;
  return (
    <Page title="Sync">
      <p role="status">
        <strong>Sync is off</strong> (<code>sync_disabled</code>).
      </p>
      <p class="lead">
        This service exchanges nothing with other devices: it has no peers, no transport and no keys, and notes stay on
        this machine. Its status lists no sync among its capabilities, so there is nothing here to switch on.
      </p>
      {current && (
        <Facts
          facts={[
            ['This replica', <code key="replica">{current.database_info.replica_id}</code>],
            ['Database', <code key="database">{current.database_info.database_id}</code>],
            ['Sync tools for AI clients', current.mcp.sync_scope],
          ]}
        />
      )}
    </Page>
  );
}
