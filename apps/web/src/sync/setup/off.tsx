import { status } from '../../kernel/connection.js';
import { fill } from '../../text/catalogue.js';
import { TerminalCommand } from '../../ui/copy.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/page.js';
import type { Overview } from '../overview.js';
import { SyncLocationForm } from '../target/sync-location.js';
import { text as common, locationNames } from '../texts.js';
import { Join } from './join.js';
import { text } from './texts.js';

const SERVE = 'notes config set sync.rest.enabled true';

interface OffProps {
  readonly overview: Overview;
  readonly onDone: () => void;
}

/** Sync while it is turned off, with instructions for turning it on. */
export const Off = ({ overview, onDone }: OffProps) => (
  <>
    <p role="status">
      <strong>{text.syncIsOff}</strong>
      {overview.restart_required && <strong> {common.afterRestart(locationNames[overview.configured_target])}</strong>}
    </p>
    <p class="lead">{text.offLead}</p>
    <Section title={text.turnOn}>
      <SyncLocationForm overview={overview} onDone={onDone} />
    </Section>
    <Section title={text.joinThroughService}>
      <Join service="asked" onDone={onDone} />
    </Section>
    <Section title={text.letOthersSync}>
      <p class="hint">{fill(text.serveLead, { code: <code>sync_disabled</code> })}</p>
      <TerminalCommand command={SERVE} />
    </Section>
    <Facts
      facts={[
        [common.replica, <code key="replica">{overview.replica_id}</code>],
        [common.database, <code key="database">{overview.database_id}</code>],
        [text.agentTools, <code>{status.value?.mcp.sync_scope}</code>],
      ]}
    />
  </>
);
