import { catalogue } from '../text/catalogue.js';

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** What keyboards have written on keys that go by another name. */
const printed: Readonly<Record<string, string>> = catalogue({
  Mod: isApple ? 'Cmd' : 'Ctrl',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  Delete: 'Del',
  Shift: 'Shift',
  Alt: 'Alt',
  Enter: 'Enter',
  Tab: 'Tab',
  Space: 'Space',
});

/** Keys as they are named here: `Mod+Shift+F` is Ctrl+Shift+F, or Cmd+Shift+F on Apple’s keyboards. */
export const shownKeys = (sequence: string): string => sequence.replace(/[A-Z]\w+/g, (name) => printed[name] ?? name);
