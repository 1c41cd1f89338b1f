const PANES = '.header, .sidebar, .list-pane, main, aside';
const FOCUSABLE = 'a[href], button:not(:disabled), input, select, textarea, [tabindex], [contenteditable="true"]';

/** Moves focus to the pane after, or before, the one it is in; round at the ends. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)].filter((pane) => pane.checkVisibility());
  // The innermost pane has the focus: panes of the workspace lie within main.
  const current = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + by + panes.length) % panes.length];
  const within = next?.querySelector<HTMLElement>(FOCUSABLE);
  (next?.tabIndex === -1 && within === null ? next : within)?.focus();
}
