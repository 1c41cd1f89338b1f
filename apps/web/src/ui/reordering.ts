const ENTRY = '[data-order]';
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Returns the direction in which a key moves an entry. */
export const readStep = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 1 | -1 | undefined =>
  altKey && !ctrlKey && !metaKey && !shiftKey ? steps[key] : undefined;

/**
 * Returns the handlers of a list whose entries have their id in `data-order` and are moved by Alt with an arrow key, or by
 * dragging. The code that moves them is loaded at the first such event.
 *
 * @param listSiblings lists the entry with an id and its siblings in their order; empty when the entry stays in place
 */
export function getReordering(listSiblings: (id: string) => readonly string[]) {
  const findEntry = ({ target }: Event) => {
    const id = target instanceof Element ? target.closest<HTMLElement>(ENTRY)?.dataset.order : undefined;
    const siblings = id === undefined ? [] : listSiblings(id);
    return id !== undefined && siblings.length > 1 ? { id, siblings } : undefined;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const step = readStep(event);
      const entry = step && findEntry(event);
      if (step === undefined || entry === undefined) return;
      event.preventDefault();
      void import('./reorder-entry.js').then(({ moveBy }) => moveBy(entry, step));
    },
    onDragStart: (event: DragEvent) => {
      const entry = findEntry(event);
      const list = event.currentTarget as HTMLElement;
      if (entry !== undefined) void import('./reorder-entry.js').then(({ followDrag }) => followDrag(list, entry));
    },
  };
}
