/** Code that is wider than the page is scrolled to by keyboard too; what is not is no stop on the way. */
export const scrolledCode = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) (target as HTMLElement).tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
