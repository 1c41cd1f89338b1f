import { call } from '../api/client.js';
import { openSwitcher } from '../commands/open.js';
import { PendingDrafts } from '../drafts/pending.js';
import { online, status } from './connection.js';
import { go, href } from './router.js';
import { settings } from './settings.js';
import { SidebarToggle } from './sidebar-toggle.js';
import { SidecarChip } from './sidecar.js';
import { changeTheme } from './theme.js';
import { useData } from './use-data.js';

/** The top line: where one is, what runs, what one can begin. */
export function Header() {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const query = new FormData(event.currentTarget as HTMLFormElement).get('q');
    go(['search'], { q: String(query ?? '') });
  };
  return (
    <header class="header">
      <SidebarToggle />
      <a class="brand" href={href([])}>
        Notes
      </a>
      <search class="search">
        <form onSubmit={submit}>
          <input name="q" type="search" aria-label="Search notes" placeholder="Search" autocomplete="off" />
        </form>
      </search>
      <button type="button" onClick={() => openSwitcher()}>
        <span class="visually-hidden">Jump to a note</span> <kbd>Mod+K</kbd>
      </button>
      <Connection />
      <PendingDrafts />
      <RunningJobs />
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

/** How many jobs run; nothing while none does. */
function RunningJobs() {
  const running = useData('running jobs', (signal) => call('listJobs', { state: 'running' }, signal));
  const count = running.value?.jobs.length ?? 0;
  if (count === 0) return null;
  return (
    <a class="chip" href={href(['jobs'])}>
      {count === 1 ? '1 job runs' : `${count.toLocaleString()} jobs run`}
    </a>
  );
}

function ThemeButton() {
  const { theme } = settings.value;
  return (
    <button type="button" onClick={changeTheme}>
      Theme: {theme}
    </button>
  );
}
