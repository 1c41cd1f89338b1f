/** Makes code that is wider than the page focusable, so that the keyboard can scroll it; other code is no tab stop. */
export const scrolledCode = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) (target as HTMLElement).tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
