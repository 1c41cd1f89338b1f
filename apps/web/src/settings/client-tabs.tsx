import { type Client, type ClientName, clientNames, clients, type Platform } from '@notes/contract/clients';
import { useState } from 'preact/hooks';
import { TerminalCommand } from '../ui/copy.js';
import { Tabs } from '../ui/tabs.js';
import { text } from './texts.js';

const tabs = clientNames.map((name) => [name, clients[name].title] as const);

/** Setup of each AI assistant, in tabs. */
export function ClientTabs({ url }: { readonly url: string }) {
  const [current, setCurrent] = useState<ClientName>(clientNames[0]);
  return (
    <Tabs label={text.clients} tabs={tabs} current={current} onChoose={setCurrent}>
      <div class="stack">
        <ClientSetup name={current} url={url} />
      </div>
    </Tabs>
  );
}

function ClientSetup({ name, url }: { readonly name: ClientName; readonly url: string }) {
  const { http, location, isCommand }: Client = clients[name];
  const platform = toPlatform(navigator.platform);
  const snippet = http?.({ url }, platform);
  return (
    <>
      {snippet !== undefined && (
        <>
          <p>{(isCommand ? text.httpCommand : text.httpSetup)(location(platform))}</p>
          <TerminalCommand command={snippet} />
        </>
      )}
      <p>{(snippet === undefined ? text.stdioSetup : text.orStdioSetup)(location(platform))}</p>
      <TerminalCommand command={`notes mcp config ${name}`} />
    </>
  );
}

/** Returns the browser's operating system, because paths and shells depend on it. */
function toPlatform(name: string): Platform {
  if (name.startsWith('Win')) return 'win32';
  return name.startsWith('Mac') ? 'darwin' : 'linux';
}
