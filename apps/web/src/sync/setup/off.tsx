import { status } from '../../app/connection.js';
import { fill } from '../../text/fill.js';
import { TerminalCommand } from '../../ui/copy.js';
import { Facts } from '../../ui/facts.js';
import type { Overview } from '../overview.js';
import { text as common } from '../texts.js';
import { text } from './texts.js';

const NAME_FOLDER = 'notes config set sync.directory.path FOLDER';
const TURN_ON = 'notes config set sync.target directory';

/** Sync where it is not turned on: what that takes. */
export const Off = ({ overview }: { readonly overview: Overview }) => (
  <>
    <p role="status">
      {fill(text.isOff, { off: <strong>{text.syncIsOff}</strong>, code: <code>sync_disabled</code> })}
    </p>
    <p class="lead">{text.offLead}</p>
    <TurnOn />
    <Facts
      facts={[
        [common.replica, <code key="replica">{overview.replica_id}</code>],
        [common.database, <code key="database">{overview.database_id}</code>],
        [text.toolsForAgents, <code>{status.value?.mcp.sync_scope}</code>],
      ]}
    />
  </>
);

/** The commands that have the service meet others in a folder. */
export const TurnOn = () => (
  <div class="stack">
    <p>{text.nameFolder}</p>
    <TerminalCommand command={NAME_FOLDER} />
    <p>{text.turnOn}</p>
    <TerminalCommand command={TURN_ON} />
    <p>{text.thenRestart}</p>
  </div>
);
