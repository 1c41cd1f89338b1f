/** Attributes by which the text names the open list of suggestions, and the selected one. */
const NAMES = ['aria-autocomplete', 'aria-haspopup', 'aria-controls', 'aria-activedescendant'];

/** Repeats on an edited cell the attributes of the text that name the open list of suggestions. */
export function mirrorList(cell: HTMLElement): void {
  const text = cell.closest('.cm-content');
  if (text === null) return;
  const observer = new MutationObserver(() => {
    if (!cell.isConnected) {
      observer.disconnect();
      return;
    }
    for (const name of NAMES) {
      const value = text.getAttribute(name);
      if (value === null) cell.removeAttribute(name);
      else cell.setAttribute(name, value);
    }
  });
  observer.observe(text, { attributeFilter: NAMES });
}
