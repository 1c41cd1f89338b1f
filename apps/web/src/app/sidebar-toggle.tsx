import { effect, signal } from '@preact/signals';
import { Icon } from '../ui/icon.js';
import { place } from './router.js';
import { change, settings } from './settings.js';

/** Below this width the sidebar lies over the rest, and closes when one goes somewhere. */
const narrow = matchMedia('(width < 960px)');
const isNarrow = signal(narrow.matches);
const isOverlayOpen = signal(false);
narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});

effect(() => {
  place.value;
  isOverlayOpen.value = false;
});

export const isSidebarOpen = (): boolean => (isNarrow.value ? isOverlayOpen.value : settings.value.sidebar);

export function toggleSidebar(): void {
  if (isNarrow.value) isOverlayOpen.value = !isOverlayOpen.value;
  else change({ sidebar: !settings.value.sidebar });
}

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
