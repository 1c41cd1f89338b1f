import { text } from './texts.js';

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** What keyboards have written on keys that go by another name. */
const printed: Readonly<Record<string, string>> = {
  Mod: isApple ? text.keyCommand : text.keyControl,
  ArrowUp: text.keyUp,
  ArrowDown: text.keyDown,
  ArrowLeft: text.keyLeft,
  ArrowRight: text.keyRight,
  Escape: text.keyEscape,
  Delete: text.keyDelete,
};

/** Keys as they are named here: `Mod+Shift+F` is Ctrl+Shift+F, or Cmd+Shift+F on Apple’s keyboards. */
export const shownKeys = (sequence: string): string => sequence.replace(/[A-Z]\w+/g, (name) => printed[name] ?? name);
