const PANES = '.header, .sidebar, .list-pane, .main-pane, main:not(:has(> .workspace)), aside, .inspector';
const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex], [contenteditable="true"]';

/** Moves focus to the pane after, or before, the one it is in; round at the ends. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)].filter((pane) => pane.checkVisibility());
  // The innermost has the focus: the inspector lies beside a note within its pane.
  const current = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + by + panes.length) % panes.length];
  const within = [...(next?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find((one) => one.checkVisibility());
  (within ?? next)?.focus();
}
