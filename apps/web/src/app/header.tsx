import { online, type Status, status } from './connection.js';
import { go, href } from './router.js';
import { change, settings } from './settings.js';

/** The top line: where one is, what runs, what one can begin. */
export function Header() {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const query = new FormData(event.currentTarget as HTMLFormElement).get('q');
    go(['search'], { q: String(query ?? '') });
  };
  return (
    <header class="header">
      <a class="brand" href={href([])}>
        Notes
      </a>
      <search class="search">
        <form onSubmit={submit}>
          <input name="q" type="search" aria-label="Search notes" placeholder="Search or jump to…" autocomplete="off" />
        </form>
      </search>
      <Connection />
      {status.value && <SidecarChip sidecar={status.value.search_sidecar} />}
      <ThemeButton />
      <a class="button primary" href={href(['new'])}>
        New note
      </a>
    </header>
  );
}

const Connection = () =>
  online.value ? null : (
    <span class="chip warn" role="status">
      Offline: what you write is kept on this device
    </span>
  );

type Sidecar = Status['search_sidecar'];

const sidecarWords: Readonly<Record<Sidecar['state'], string>> = {
  off: 'search: built-in',
  unavailable: 'search: sidecar unavailable',
  active: 'search: active',
  degraded: 'search: degraded',
};

/** How notes are searched now; the state itself is always among its words. */
const SidecarChip = ({ sidecar }: { readonly sidecar: Sidecar }) => (
  <a
    class={`chip sidecar-${sidecar.state}`}
    href={href(['settings', 'status'])}
    aria-label={`${sidecarWords[sidecar.state]} (sidecar: ${sidecar.state})`}
  >
    {sidecarWords[sidecar.state]}
  </a>
);

const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;

function ThemeButton() {
  const { theme } = settings.value;
  return (
    <button type="button" onClick={() => change({ theme: nextTheme[theme] })}>
      Theme: {theme}
    </button>
  );
}
