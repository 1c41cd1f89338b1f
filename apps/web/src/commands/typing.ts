import { isCharacter, toChord } from './keys.js';

/** Keys that continue typing wherever focus is, and never run commands. */
const TYPING: ReadonlySet<string> = new Set(['Space', 'Backspace', 'Delete', 'Tab', 'Shift+Tab']);
/** Keys that leave a text on purpose. */
const SHORTCUT = /^(?:Escape|Shift\+Escape|F\d+|Shift\+F\d+|(?:Mod|Alt)\+.+)$/;

let continuesTyping = false;

/**
 * Returns true when a letter continues typing into a text. It then runs no command, even if focus has left the text by
 * Tab, or because the text vanished. Typing ends with a click, or with a key pressed on purpose elsewhere.
 */
export const isTyping = (): boolean => continuesTyping;

/** Follows which keys are typed into texts. Returns a function that stops this. */
export function followTyping(): () => void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  document.addEventListener('keydown', follow, options);
  document.addEventListener('pointerdown', end, options);
  return () => controller.abort();
}

function end(): void {
  continuesTyping = false;
}

function follow(event: KeyboardEvent): void {
  const chord = toChord(event);
  if (chord === undefined) return;
  const isTyped = isCharacter(chord) || TYPING.has(chord);
  if (isWritten(event.target)) continuesTyping = isTyped || (hasLines(event.target) && !SHORTCUT.test(chord));
  // A second Tab moves through the page.
  else if (!isTyped || chord === 'Tab' || chord === 'Shift+Tab') continuesTyping = false;
}

/** Fields in which a character is text, or selects an option. */
const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea, select';

/** Returns true when characters typed into the target are text. */
export const isWritten = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELDS));

const hasLines = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea'));
