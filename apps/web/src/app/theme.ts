import { computed, effect, untracked } from '@preact/signals';
import { change, settings } from './settings.js';

const next = { system: 'light', light: 'dark', dark: 'system' } as const;
const theme = computed(() => settings.value.theme);

/** The theme after this one; after the last, the first. */
export const changeTheme = (): void => change({ theme: next[theme.value] });

/** Runs at once, and whenever the theme becomes another, of the page or of the system. Gives what ends it. */
export function onThemeChange(run: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', run);
  const end = effect(() => {
    void theme.value;
    untracked(run);
  });
  return () => {
    dark.removeEventListener('change', run);
    end();
  };
}
