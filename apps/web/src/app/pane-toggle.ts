import { effect, signal } from '@preact/signals';
import { place } from './router.js';
import { change, settings } from './settings.js';
import type { Settings } from './stored-settings.js';

type Choice = { [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never }[keyof Settings];

interface PaneToggle {
  /** Whether it would lie over the rest. */
  readonly isNarrow: () => boolean;
  readonly isOpen: () => boolean;
  /** Whether it lies over the rest. */
  readonly isOver: () => boolean;
  readonly toggle: () => void;
}

/** A pane that stands open as this browser's settings say; where `narrow` holds it lies over the rest, until one goes somewhere. */
export function paneToggle(choice: Choice, narrow: string): PaneToggle {
  const query = matchMedia(narrow);
  const isNarrow = signal(query.matches);
  const isOverlayOpen = signal(false);
  query.addEventListener('change', () => {
    isNarrow.value = query.matches;
  });
  effect(() => {
    place.value;
    isOverlayOpen.value = false;
  });
  return {
    isNarrow: () => isNarrow.value,
    isOpen: () => (isNarrow.value ? isOverlayOpen.value : settings.value[choice]),
    isOver: () => isNarrow.value && isOverlayOpen.value,
    toggle: () => {
      if (isNarrow.peek()) isOverlayOpen.value = !isOverlayOpen.peek();
      else change({ [choice]: !settings.peek()[choice] });
    },
  };
}
