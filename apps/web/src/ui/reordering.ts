import { moveManually } from '../kernel/manual-order.js';

/** Entry that is being dragged, and its siblings in their order. */
let dragged: { readonly id: string; readonly siblings: readonly string[] } | undefined;
const ENTRY = '[data-order]';
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

const findEntry = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(ENTRY) : null;

/** Returns the direction in which a key moves an entry. */
export const readStep = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 1 | -1 | undefined =>
  altKey && !ctrlKey && !metaKey && !shiftKey ? steps[key] : undefined;

/**
 * Returns the handlers of a list whose entries have their id in `data-order` and are moved by Alt with an arrow key, or by
 * dragging.
 *
 * @param listSiblings lists the entry with an id and its siblings in their order; empty when the entry stays in place
 */
export function getReordering(listSiblings: (id: string) => readonly string[]) {
  const end = ({ currentTarget }: Event) => {
    dragged = undefined;
    mark(currentTarget as HTMLElement, undefined);
  };
  const findTarget = (event: DragEvent): HTMLElement | undefined => {
    const entry = findEntry(event);
    const isTarget = entry !== null && dragged?.siblings.includes(entry.dataset.order as string) === true;
    return isTarget ? entry : undefined;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const entry = findEntry(event);
      const step = readStep(event);
      const id = entry?.dataset.order;
      const siblings = id === undefined || step === undefined ? [] : listSiblings(id);
      if (id === undefined || step === undefined || siblings.length === 0) return;
      event.preventDefault();
      const { activeElement } = document;
      if (!moveManually(siblings, id, siblings.indexOf(id) + step)) return;
      // The element with the focus loses it when it is moved in the page.
      requestAnimationFrame(() => activeElement instanceof HTMLElement && activeElement.focus());
    },
    onDragStart: (event: DragEvent) => {
      const id = findEntry(event)?.dataset.order;
      const siblings = id === undefined ? [] : listSiblings(id);
      dragged = id === undefined || siblings.length < 2 ? undefined : { id, siblings };
    },
    onDragOver: (event: DragEvent) => {
      const entry = findTarget(event);
      mark(event.currentTarget as HTMLElement, entry);
      if (entry !== undefined) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const entry = findTarget(event);
      if (entry !== undefined && dragged !== undefined) {
        event.preventDefault();
        moveManually(dragged.siblings, dragged.id, dragged.siblings.indexOf(entry.dataset.order as string));
      }
      end(event);
    },
    onDragEnd: end,
  };
}

function mark(list: HTMLElement, entry: HTMLElement | undefined): void {
  for (const marked of list.querySelectorAll('[data-drop-order]'))
    if (marked !== entry) marked.removeAttribute('data-drop-order');
  entry?.setAttribute('data-drop-order', '');
}
