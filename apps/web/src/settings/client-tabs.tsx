import { type Client, type ClientName, clientNames, clients, type Platform } from '@notes/contract/clients';
import { useId, useState } from 'preact/hooks';
import { TerminalCommand } from '../ui/copy.js';
import { text } from './texts.js';

/** What each client has to be told, a tab for each. */
export function ClientTabs({ url }: { readonly url: string }) {
  const [current, setCurrent] = useState<ClientName>(clientNames[0]);
  const panel = useId();
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = (clientNames.indexOf(current) + step + clientNames.length) % clientNames.length;
    const name = clientNames[at] as ClientName;
    setCurrent(name);
    document.getElementById(`${panel}-${name}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={text.clients} class="client-tabs" onKeyDown={press}>
        {clientNames.map((name) => (
          <button
            key={name}
            id={`${panel}-${name}`}
            type="button"
            role="tab"
            class="tab"
            aria-selected={name === current}
            aria-controls={panel}
            tabIndex={name === current ? 0 : -1}
            onClick={() => setCurrent(name)}
          >
            {clients[name].title}
          </button>
        ))}
      </div>
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${current}`} class="stack">
        <ClientSetup name={current} url={url} />
      </div>
    </>
  );
}

function ClientSetup({ name, url }: { readonly name: ClientName; readonly url: string }) {
  const { http, place }: Client = clients[name];
  const platform = platformOf(navigator.platform);
  const snippet = http?.({ url }, platform);
  return (
    <>
      {snippet !== undefined && (
        <>
          <p>{text.overHttp(place(platform))}</p>
          <TerminalCommand command={snippet} />
        </>
      )}
      <p>{(snippet === undefined ? text.startsItself : text.orStartsItself)(place(platform))}</p>
      <TerminalCommand command={`notes mcp config ${name}`} />
    </>
  );
}

/** The system of the browser, as paths and shells differ by it. */
function platformOf(name: string): Platform {
  if (name.startsWith('Win')) return 'win32';
  return name.startsWith('Mac') ? 'darwin' : 'linux';
}
