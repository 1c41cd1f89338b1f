import { effect, signal } from '@preact/signals';
import { lineWidths, type Settings, settingsOf } from './stored-settings.js';

const KEY = 'notes.settings';

export const settings = signal(settingsOf(localStorage.getItem(KEY)));

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  localStorage.setItem(KEY, JSON.stringify(settings.value));
}

// What is chosen in another window counts here too: the next change here must not take it back.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) settings.value = settingsOf(newValue);
});

effect(() => {
  const { theme, density, proseFace, proseSize, proseWidth } = settings.value;
  const { dataset, style } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
  dataset.prose = proseFace;
  style.setProperty('--prose-size', `${proseSize}px`);
  style.setProperty('--prose-width', lineWidths[proseWidth]);
});
