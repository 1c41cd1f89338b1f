import { computed, effect, untracked } from '@preact/signals';
import { changeSettings, settings } from './settings.js';

const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const;
const theme = computed(() => settings.value.theme);

/** Switches to the next theme; from the last to the first. */
export const changeTheme = (): void => changeSettings({ theme: nextTheme[theme.value] });

/** Calls `run` now, and whenever the theme of the page or the system changes. Returns a function that stops this. */
export function onThemeChange(run: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', run);
  const stopEffect = effect(() => {
    void theme.value;
    untracked(run);
  });
  return () => {
    dark.removeEventListener('change', run);
    stopEffect();
  };
}

/** Calls `make` with a function that returns the current computed colour of a token. */
export function withColours<Result>(make: (colourOf: (token: string) => string) => Result): Result {
  const probe = document.createElement('span');
  document.body.append(probe);
  const result = make((token) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return result;
}
