import { effect } from '@preact/signals';
import { change, settings } from './settings.js';

const next = { system: 'light', light: 'dark', dark: 'system' } as const;

/** The theme after this one; after the last, the first. */
export const changeTheme = (): void => change({ theme: next[settings.value.theme] });

/** Runs at once, and whenever the theme becomes another, of the page or of the system. Gives what ends it. */
export function onThemeChange(run: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', run);
  const end = effect(() => {
    void settings.value.theme;
    run();
  });
  return () => {
    dark.removeEventListener('change', run);
    end();
  };
}
