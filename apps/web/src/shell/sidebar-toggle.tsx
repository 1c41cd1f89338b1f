import { text } from '../kernel/texts.js';
import { Icon } from '../ui/icon.js';
import { paneToggle } from './pane-toggle.js';

const sidebar = paneToggle('sidebar', '(width < 960px)');

export const isSidebarOpen = sidebar.isOpen;
export const isSidebarOver = sidebar.isOver;
export const toggleSidebar = sidebar.toggle;

const TOGGLE = 'sidebar-toggle';

/** Closes a sidebar that covers the page, and returns focus to the button that opened it. */
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
