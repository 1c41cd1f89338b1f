import { Icon } from '../ui/icon.js';
import { paneToggle } from './pane-toggle.js';

const sidebar = paneToggle('sidebar', '(width < 960px)');

export const isSidebarOpen = sidebar.isOpen;
export const toggleSidebar = sidebar.toggle;

export const SidebarToggle = () => (
  <button
    type="button"
    aria-expanded={isSidebarOpen()}
    aria-controls="sidebar"
    aria-label="Library"
    onClick={toggleSidebar}
  >
    <Icon name="menu" />
  </button>
);
