/**
 * Scrolls the panes around an element as little as makes it visible. Unlike `scrollIntoView`, it does not move the point
 * from which Tab continues.
 */
export function scrollToNearest(element: Element | null | undefined): void {
  for (let pane = element?.parentElement; element && pane; pane = pane.parentElement) {
    if (pane.scrollHeight <= pane.clientHeight) continue;
    const { top, bottom } = element.getBoundingClientRect();
    const paneTop = pane.getBoundingClientRect().top + pane.clientTop;
    const paneBottom = paneTop + pane.clientHeight;
    if (top < paneTop) pane.scrollTop += top - paneTop;
    else if (bottom > paneBottom) pane.scrollTop += Math.min(bottom - paneBottom, top - paneTop);
  }
}
