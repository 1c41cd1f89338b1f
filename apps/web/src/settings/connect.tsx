import tools from 'virtual:notes-tools';
import { initialize, listTools, type OfferedTool } from '../api/mcp.js';
import { status } from '../app/connection.js';
import { useData } from '../app/use-data.js';
import { DataTable, Facts, Section } from '../tools/page.js';
import { copyText } from '../ui/copy.js';
import { Loaded } from '../ui/states.js';
import { ClientTabs } from './client-tabs.js';
import { ConnectionTest } from './connection-test.js';

/** How AI clients reach this library, and what they may do with it; asked of the endpoint as a client asks. */
export function Connect() {
  const url = `${location.origin}/mcp`;
  const data = useData('mcp', async (signal) => {
    const { protocolVersion } = await initialize(signal);
    return { protocolVersion, offered: await listTools(signal) };
  });
  return (
    <>
      <Loaded data={data}>
        {({ protocolVersion, offered }) => (
          <>
            <Facts
              facts={[
                ['Endpoint', <Endpoint key="endpoint" url={url} />],
                ['Protocol', protocolVersion],
                ['Scope', status.value?.mcp.scope],
                ['Sync scope', status.value?.mcp.sync_scope],
                ['Tools', `${offered.length} of ${tools.length} are offered`],
              ]}
            />
            <Refused offered={offered} />
          </>
        )}
      </Loaded>
      <ConnectionTest />
      <Section title="Set up a client">
        <ClientTabs url={url} />
      </Section>
    </>
  );
}

const Endpoint = ({ url }: { readonly url: string }) => (
  <>
    <code>{url}</code>{' '}
    <button type="button" class="button" aria-label="Copy the endpoint" onClick={() => void copyText(url)}>
      Copy
    </button>
  </>
);

/** The tools a client does not see, and the setting that would offer each. */
const Refused = ({ offered }: { readonly offered: readonly OfferedTool[] }) => {
  const names = new Set(offered.map(({ name }) => name));
  const refused = tools.filter(({ name }) => !names.has(name));
  if (refused.length === 0) return null;
  return (
    <details>
      <summary>Tools that are not offered ({refused.length})</summary>
      <p class="hint">
        mcp.default_scope and mcp.sync_scope in the settings file say which are; they count from the next start.
      </p>
      <DataTable label="Tools that are not offered" heads={['Tool', 'What it does', 'Needs scope', 'Needs sync scope']}>
        {refused.map(({ name, title, scope, syncScope }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{title}</td>
            <td>{scope}</td>
            <td>{syncScope}</td>
          </tr>
        ))}
      </DataTable>
    </details>
  );
};
