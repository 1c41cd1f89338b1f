import { signal } from '@preact/signals';
import { holdKey } from './hold-key.js';

/** `always`: focus moves wherever it is; `when lost`: only if the focused element goes away. */
type FocusRequest = 'always' | 'when lost';

/** Time within which the requested note must open. */
const MAX_WAIT_MS = 10_000;

let request: FocusRequest | undefined;
let requestedAt = 0;
/** Text typed since the request, for the note that opens. */
let typed = '';
/** Device of the last input: `keyboard`, or the type of a pointer. */
let lastInput = '';

const cancel = (): void => {
  request = undefined;
};

addEventListener(
  'keydown',
  (event) => {
    lastInput = 'keyboard';
    if (awaitsNoteFocus()) holdText(holdKey(typed, event));
  },
  { capture: true },
);
addEventListener(
  'pointerdown',
  ({ pointerType }) => {
    lastInput = pointerType;
    cancel();
  },
  { capture: true },
);
addEventListener('focusin', cancel, { capture: true });

/** Returns true when the last input came from the keyboard. */
export const isByKeyboard = (): boolean => lastInput === 'keyboard';

/**
 * Requests focus for the body of the note that opens next. A click or a focused element cancels the request. After a tap
 * nothing is requested, because focus would open the on-screen keyboard.
 */
export function requestNoteFocus(kind: FocusRequest = 'always'): void {
  if (lastInput === 'touch') return;
  if (!isPending() || kind === 'always') request = kind;
  requestedAt = performance.now();
  typed = '';
}

/** Adds text typed before the request, if the request is still pending. */
export function holdTypedText(text: string): void {
  if (awaitsNoteFocus()) holdText(typed + text);
}

/** Keeps the text, and the request while the user types on. */
function holdText(text: string): void {
  if (text === typed) return;
  typed = text;
  requestedAt = performance.now();
}

/** Number of requests for the note that is open already. */
export const repeatedVisits = signal(0);

/** Grants the request to the open note, because its address is the requested one. */
export const repeatVisit = (): void => {
  repeatedVisits.value += 1;
};

/** Cancels the request when another screen opens instead. */
export const cancelNoteFocus = cancel;

/**
 * Ends the request. Returns the text typed meanwhile when the note that opened is to take focus, and undefined when it is
 * not.
 */
export function takeNoteFocus(): string | undefined {
  const isGranted = awaitsNoteFocus();
  cancel();
  return isGranted ? typed : undefined;
}

/** Returns true while a note that will take focus is being opened. */
const awaitsNoteFocus = (): boolean => isPending() && (request === 'always' || isFocusLost());

const isPending = () => request !== undefined && performance.now() - requestedAt < MAX_WAIT_MS;

/** Returns true when nothing has focus, or the focused element is hidden. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    !activeElement.checkVisibility({ visibilityProperty: true })
  );
}
