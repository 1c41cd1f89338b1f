import { scrollToNearest } from '../ui/scroll-to-nearest.js';

/** Moves the focus `by` rows; the first call from outside the rows focuses the initial row. */
type StepRows = (by: 1 | -1) => void;

/** Rows of screens that render all their rows. */
const ROWS = 'main :is([data-row], .table-frame tbody > tr)';
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)';

let stepOffered: StepRows | undefined;

/** Lets a virtualised list move the focus itself. Returns a function that removes it. */
export function registerRowSteps(step: StepRows): () => void {
  stepOffered = step;
  return () => {
    if (stepOffered === step) stepOffered = undefined;
  };
}

/** Returns true when the screen has rows to move between. */
export const hasRows = (): boolean => stepOffered !== undefined || visibleRows().length > 0;

/** Moves the focus by a row. */
export function stepRows(by: 1 | -1): void {
  if (stepOffered !== undefined) stepOffered(by);
  else focusRow(by);
}

function focusRow(by: 1 | -1): void {
  const rows = visibleRows();
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[Math.max(0, Math.min(current === -1 ? 0 : current + by, rows.length - 1))];
  next?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
  scrollToNearest(next);
}

const visibleRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => row.checkVisibility() && row.querySelector(FOCUSABLE) !== null,
  );
