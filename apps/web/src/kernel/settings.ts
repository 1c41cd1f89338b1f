import { effect, signal } from '@preact/signals';
import { readStored, writeStored } from './browser-storage.js';
import { lineWidths, parseSettings, type Settings } from './stored-settings.js';

const KEY = 'notes.settings';

export const settings = signal(parseSettings(readStored('localStorage', KEY)));

/** Changes and stores settings of this browser. */
export function changeSettings(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  writeStored('localStorage', KEY, JSON.stringify(settings.value));
}

// Applies changes made in another window, so that the next change here does not revert them.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) settings.value = parseSettings(newValue);
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
