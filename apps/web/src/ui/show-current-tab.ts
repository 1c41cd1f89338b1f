/** Part of the neighbouring tab, in pixels, that stays visible beside the current one. */
const NEIGHBOUR_PX = 32;

/** Scrolls a line of tabs sideways as far as the current tab is visible. */
export function showCurrentTab(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector('[aria-current], [aria-selected="true"]');
  if (!tabs || !current || tabs.scrollWidth <= tabs.clientWidth) return;
  const { left, right } = current.getBoundingClientRect();
  const line = tabs.getBoundingClientRect();
  if (left < line.left) tabs.scrollLeft += left - line.left - NEIGHBOUR_PX;
  else if (right > line.right) tabs.scrollLeft += right - line.right + NEIGHBOUR_PX;
}
