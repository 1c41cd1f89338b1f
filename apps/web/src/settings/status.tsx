import { LIMITS } from '@notes/query-language';
import { call } from '../api/client.js';
import { graphLimits } from '../graph/bounds.js';
import type { Status } from '../kernel/connection.js';
import { useData } from '../kernel/use-data.js';
import { MAX_SELECTED } from '../notes/selection.js';
import { SidecarDetails } from '../shell/sidecar-details.js';
import { words } from '../text/catalogue.js';
import { bytes, number } from '../text/numbers.js';
import { Copied } from '../ui/copy.js';
import { copyText } from '../ui/copy-text.js';
import { Facts } from '../ui/facts.js';
import { FromTerminal } from '../ui/from-terminal.js';
import { Section } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { formatDiagnostics } from './diagnostics.js';
import { text } from './texts.js';

/** Status of the service and its library. */
export function StatusPage() {
  const data = useData('status', (signal) => call('getStatus', {}, signal));
  return (
    <>
      <Loaded data={data}>{(status) => <Details status={status} />}</Loaded>
      <FromTerminal operation="getStatus" />
    </>
  );
}

const Details = ({ status }: { readonly status: Status }) => {
  const { service, profile, schema, storage, capabilities, database_info, search_sidecar } = status;
  return (
    <>
      <Facts
        facts={[
          [text.service, <code>{`${service.name} ${service.version}`}</code>],
          [text.profile, <code>{profile}</code>],
          [text.storage, <code>{storage.state}</code>],
          [text.schema, number(schema.version)],
          [text.databaseId, <Copied key="id" value={database_info.database_id} label={text.copyDatabaseId} />],
          [text.replicaId, <code key="replica">{database_info.replica_id}</code>],
          [text.capabilities, <code>{capabilities.join(', ')}</code>],
        ]}
      />
      <Section title={text.filesAndFolders}>
        <Paths status={status} />
      </Section>
      <Section title={text.library}>
        <Facts
          facts={Object.entries(database_info.counts).map(([name, count]) => [words(name), number(count)] as const)}
        />
      </Section>
      <Section title={text.sidecar}>
        <SidecarDetails sidecar={search_sidecar} />
      </Section>
      <Section title={text.limits}>
        <Facts facts={limits} />
      </Section>
      <div class="row-actions">
        <button
          type="button"
          class="button"
          onClick={() => void copyText(formatDiagnostics(status, navigator.userAgent))}
        >
          {text.copyDiagnostics}
        </button>
      </div>
      <p class="hint">{text.diagnosticsHint}</p>
    </>
  );
};

const limits = [
  [text.queryBytes, bytes(LIMITS.bytes)],
  [text.queryTokens, number(LIMITS.tokens)],
  [text.queryDepth, number(LIMITS.depth)],
  [text.batchNotes, number(MAX_SELECTED)],
  [text.graphNodes, number(graphLimits.nodes.max)],
  [text.graphEdges, number(graphLimits.edges.max)],
] as const;

const Paths = ({ status: { paths } }: { readonly status: Status }) => (
  <Facts
    facts={[
      [text.data, <code key="data">{paths.data_dir}</code>],
      [text.database, <code key="database">{paths.database}</code>],
      [text.attachments, <code key="blobs">{paths.blobs}</code>],
      [text.settingsFile, <code key="config">{paths.config}</code>],
    ]}
  />
);
