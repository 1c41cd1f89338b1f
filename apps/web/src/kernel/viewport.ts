/** Height that only an on-screen keyboard takes from the window, in pixels. */
const MIN_KEYBOARD_PX = 100;

/**
 * Keeps the page within the part of the window that an on-screen keyboard leaves. Browsers that know
 * `interactive-widget` shrink the window itself; the others only report the visible part.
 */
export function followVisibleHeight(): void {
  const viewport = globalThis.visualViewport;
  if (!viewport) return;
  const { style } = document.documentElement;
  const fit = () => {
    const isCovered = viewport.scale === 1 && innerHeight - viewport.height > MIN_KEYBOARD_PX;
    if (!isCovered) {
      style.removeProperty('--page-height');
      return;
    }
    style.setProperty('--page-height', `${viewport.height}px`);
    // The browser scrolls the page to uncover a field; the page has no part below it.
    scrollTo(0, 0);
  };
  viewport.addEventListener('resize', fit);
  viewport.addEventListener('scroll', fit);
}
