import tools from 'virtual:notes-tools';
import { initialize, listTools, type OfferedTool } from '../api/mcp.js';
import { status } from '../kernel/connection.js';
import { useData } from '../kernel/use-data.js';
import { Copied } from '../ui/copy.js';
import { DataTable } from '../ui/data-table.js';
import { Facts } from '../ui/facts.js';
import { Section } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import { ClientTabs } from './client-tabs.js';
import { ConnectionTest } from './connection-test.js';
import { text } from './texts.js';

/** Address and permissions for AI assistants, requested from the MCP endpoint as a client would. */
export function Connect() {
  const url = `${location.origin}/mcp`;
  const data = useData('mcp', async (signal) => {
    const { protocolVersion } = await initialize(signal);
    return { protocolVersion, tools: await listTools(signal) };
  });
  return (
    <>
      <Loaded data={data}>
        {({ protocolVersion, tools: offered }) => (
          <>
            <Facts
              facts={[
                [text.endpoint, <Copied key="endpoint" value={url} label={text.copyEndpoint} />],
                [text.protocol, protocolVersion],
                [text.scope, status.value?.mcp.scope],
                [text.syncScope, status.value?.mcp.sync_scope],
                [text.tools, text.availableTools(offered.length, tools.length)],
              ]}
            />
            <UnavailableTools tools={offered} />
          </>
        )}
      </Loaded>
      <Section title={text.testConnection}>
        <ConnectionTest />
      </Section>
      <Section title={text.setUpClient}>
        <ClientTabs url={url} />
      </Section>
    </>
  );
}

/** Tools that clients do not see, with the setting that enables each. */
const UnavailableTools = ({ tools: offered }: { readonly tools: readonly OfferedTool[] }) => {
  const names = new Set(offered.map(({ name }) => name));
  const refused = tools.filter(({ name }) => !names.has(name));
  if (refused.length === 0) return null;
  return (
    <details>
      <summary>{text.unavailableToolCount(refused.length)}</summary>
      <p class="hint">{text.scopesHint}</p>
      <DataTable
        label={text.unavailableTools}
        heads={[text.tool, text.toolPurpose, text.requiredScope, text.requiredSyncScope]}
      >
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
