import { status } from '../app/connection.js';
import { text } from '../sync/texts.js';
import { fill } from '../text/fill.js';
import { Facts } from '../ui/facts.js';
import { Page } from '../ui/page.js';

/** Sync as it is here: this build has none to be switched on, and says so. */
export function Screen() {
  const current = status.value;
  return (
    <Page title={text.sync}>
      <p role="status">
        {fill(text.syncOff, { off: <strong>{text.syncIsOff}</strong>, code: <code>sync_disabled</code> })}
      </p>
      <p class="lead">{text.syncLead}</p>
      {current && (
        <Facts
          facts={[
            [text.thisReplica, <code key="replica">{current.database_info.replica_id}</code>],
            [text.database, <code key="database">{current.database_info.database_id}</code>],
            [text.syncTools, <code>{current.mcp.sync_scope}</code>],
          ]}
        />
      )}
    </Page>
  );
}
