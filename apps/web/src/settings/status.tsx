import { call } from '../api/client.js';
import type { Status } from '../app/connection.js';
import { SidecarDetails } from '../app/sidecar.js';
import { useData } from '../app/use-data.js';
import { words } from '../text/words.js';
import { Facts, Section } from '../tools/page.js';
import { copyText, TerminalCommand } from '../ui/copy.js';
import { Loaded } from '../ui/states.js';
import { diagnosticsOf } from './diagnostics.js';

/** The state of the service and its library. */
export function StatusPage() {
  const data = useData('status', (signal) => call('getStatus', {}, signal));
  return (
    <>
      <Loaded data={data}>{(status) => <Details status={status} />}</Loaded>
      <TerminalCommand command="notes status" />
    </>
  );
}

const Details = ({ status }: { readonly status: Status }) => {
  const { service, profile, paths, schema, storage, capabilities, database_info, search_sidecar } = status;
  return (
    <>
      <Facts
        facts={[
          ['Service', `${service.name} ${service.version}`],
          ['Profile', profile],
          ['Storage', storage.state],
          ['Schema', schema.version],
          ['Data', <code key="data">{paths.data_dir}</code>],
          ['Database', <code key="database">{paths.database}</code>],
          ['Attachments', <code key="blobs">{paths.blobs}</code>],
          ['Settings file', <code key="config">{paths.config}</code>],
          ['Database id', <Copied key="id" text={database_info.database_id} />],
          ['Capabilities', capabilities.join(', ')],
        ]}
      />
      <Section title="Library">
        <Facts
          facts={Object.entries(database_info.counts).map(
            ([name, count]) => [words(name), count.toLocaleString()] as const,
          )}
        />
      </Section>
      <Section title="Search sidecar">
        <SidecarDetails sidecar={search_sidecar} />
      </Section>
      <div class="row-actions">
        <button type="button" class="button" onClick={() => void copyText(diagnosticsOf(status, navigator.userAgent))}>
          Copy diagnostics
        </button>
      </div>
      <p class="hint">They hold versions, counts and states; no title, no text and no path.</p>
    </>
  );
};

const Copied = ({ text }: { readonly text: string }) => (
  <>
    <code>{text}</code>{' '}
    <button type="button" class="button" aria-label="Copy the database id" onClick={() => void copyText(text)}>
      Copy
    </button>
  </>
);
