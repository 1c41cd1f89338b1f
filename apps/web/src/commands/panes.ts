const PANES = '.header, .sidebar, .list-pane, .main-pane, main:not(:has(> .workspace)), aside, .inspector';
const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex], [contenteditable="true"]';

/** Moves focus to the next or previous pane, and wraps around at the ends. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)].filter((pane) => pane.checkVisibility());
  // Uses the innermost pane with focus: the inspector is nested in the pane of its note.
  const current = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + by + panes.length) % panes.length];
  const focusable = [...(next?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find((one) => one.checkVisibility());
  (focusable ?? next)?.focus();
}
