import { Icon } from '../ui/icon.js';
import { paneToggle } from './pane-toggle.js';
import { text } from './texts.js';

const sidebar = paneToggle('sidebar', '(width < 960px)');

export const isSidebarOpen = sidebar.isOpen;
export const isSidebarOver = sidebar.isOver;
export const toggleSidebar = sidebar.toggle;

const TOGGLE = 'sidebar-toggle';

/** Closes a sidebar that lies over the rest; focus goes back to what opened it. */
export function closeSidebarOver(): void {
  toggleSidebar();
  document.getElementById(TOGGLE)?.focus();
}

export const SidebarToggle = () => (
  <button
    id={TOGGLE}
    type="button"
    class="icon-button"
    aria-expanded={isSidebarOpen()}
    aria-controls="sidebar"
    aria-label={text.library}
    title={text.library}
    onClick={toggleSidebar}
  >
    <Icon name="menu" />
  </button>
);
