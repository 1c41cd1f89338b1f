import { makeVisible } from './visible.js';

/** Returns true when a name was typed as the page displays it. Runs of spaces look like one there, and Unicode forms alike. */
export const isTypedName = (typed: string, name: string): boolean => toDisplayed(typed) === toDisplayed(name);

const toDisplayed = (name: string): string => makeVisible(name).replace(/\s+/g, ' ').trim().normalize('NFC');
