import { call } from '../api/client.js';
import { pendingUploadCount } from '../attachments/pending-uploads.js';
import { formatKeys } from '../commands/keycaps.js';
import { openSwitcher } from '../commands/overlay.js';
import { commands } from '../commands/registry.js';
import { PendingDrafts } from '../drafts/pending.js';
import { online, status } from '../kernel/connection.js';
import { getNewNoteQuery } from '../kernel/new-note.js';
import { href } from '../kernel/router.js';
import { settings } from '../kernel/settings.js';
import { text } from '../kernel/texts.js';
import { changeTheme } from '../kernel/theme.js';
import { useData } from '../kernel/use-data.js';
import { SyncChip } from '../sync/sync-chip.js';
import { Icon } from '../ui/icon.js';
import { SidebarToggle } from './sidebar-toggle.js';
import { SidecarChip } from './sidecar.js';

/** The header: the current location, running jobs, and actions that start something. */
export const Header = () => (
  <header class="header">
    <div class="header-start">
      <SidebarToggle />
      <a class="brand" href={href([])}>
        {text.brand}
      </a>
    </div>
    <JumpBox />
    <div class="header-end">
      <Connection />
      <PendingDrafts />
      <RunningJobs />
      {status.value && <SidecarChip sidecar={status.value.search_sidecar} />}
      <SyncChip />
      <ThemeButton />
      <a class="button primary new-note" href={href(['new'], getNewNoteQuery())}>
        <Icon name="plus" />
        <span>{text.newNote}</span>
      </a>
    </div>
  </header>
);

/** Opens the switcher, which finds notes, tags and commands; shows its keys too. */
function JumpBox() {
  const keys = commands.value.find(({ id }) => id === 'switch')?.keys[0];
  return (
    <button type="button" class="jump" onClick={() => openSwitcher()}>
      <Icon name="search" />
      <span>{text.searchOrJump}</span>
      {keys !== undefined && <kbd>{formatKeys(keys)}</kbd>}
    </button>
  );
}

function Connection() {
  const files = pendingUploadCount.value;
  const message = files === 0 ? text.offline : text.offlineWithFiles(files);
  return (
    <span class="connection" role="status">
      {!online.value && (
        <span class="chip warn" title={message}>
          <Icon name="warning" />
          <span class="wide-only">{message}</span>
          <span class="narrow-only">{text.offlineShort}</span>
        </span>
      )}
    </span>
  );
}

/** Number of running jobs; empty while none runs. */
function RunningJobs() {
  const running = useData('running jobs', (signal) => call('listJobs', { state: 'running' }, signal));
  const count = running.value?.jobs.length ?? 0;
  if (count === 0) return null;
  return (
    <a class="chip" href={href(['jobs'])}>
      {text.runningJobs(count)}
    </a>
  );
}

const themes = {
  system: ['monitor', text.themeSystem],
  light: ['sun', text.themeLight],
  dark: ['moon', text.themeDark],
} as const;

function ThemeButton() {
  const [icon, label] = themes[settings.value.theme];
  return (
    <button type="button" class="icon-button theme-button" aria-label={label} title={label} onClick={changeTheme}>
      <Icon name={icon} />
    </button>
  );
}
