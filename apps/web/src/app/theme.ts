import { change, settings } from './settings.js';

const next = { system: 'light', light: 'dark', dark: 'system' } as const;

/** The theme after this one; after the last, the first. */
export const changeTheme = (): void => change({ theme: next[settings.value.theme] });
