import { effect, signal } from '@preact/signals';
import { currentLocation } from '../kernel/router.js';
import { changeSettings, settings } from '../kernel/settings.js';
import type { Settings } from '../kernel/stored-settings.js';

type Choice = { [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never }[keyof Settings];

interface PaneToggle {
  /** True when the pane, if open, would cover the rest of the page. */
  readonly isNarrow: () => boolean;
  readonly isOpen: () => boolean;
  /** True when the pane covers the rest of the page. */
  readonly isOver: () => boolean;
  readonly toggle: () => void;
}

/**
 * A pane that is open or closed according to this browser's settings. While the media query `narrow` matches or
 * `isCramped` returns true, it opens above the rest of the page, and closes when the location changes.
 */
export function paneToggle(choice: Choice, narrow: string, isCramped = () => false): PaneToggle {
  const query = matchMedia(narrow);
  const isNarrow = signal(query.matches);
  const isOverlayOpen = signal(false);
  query.addEventListener('change', () => {
    isNarrow.value = query.matches;
  });
  effect(() => {
    currentLocation.value;
    isOverlayOpen.value = false;
  });
  const isOverlay = () => isNarrow.value || isCramped();
  return {
    isNarrow: isOverlay,
    isOpen: () => (isOverlay() ? isOverlayOpen.value : settings.value[choice]),
    isOver: () => isOverlay() && isOverlayOpen.value,
    toggle: () => {
      if (isOverlay()) isOverlayOpen.value = !isOverlayOpen.peek();
      else changeSettings({ [choice]: !settings.peek()[choice] });
    },
  };
}
