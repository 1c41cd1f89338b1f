import { changeSettings, settings } from '../kernel/settings.js';

/** Maximum number of ids in the stored order; the ones moved longest ago are forgotten first. */
const MAX_IDS = 2_000;

interface Entry {
  readonly id: string;
  /** Ids of the entry and its siblings in their order. */
  readonly siblings: readonly string[];
}

/** Moves an entry by a key; the focus stays on it. */
export function moveBy({ id, siblings }: Entry, step: 1 | -1): void {
  const { activeElement } = document;
  if (!moveManually(siblings, id, siblings.indexOf(id) + step)) return;
  // The element with the focus loses it when it is moved in the page.
  requestAnimationFrame(() => activeElement instanceof HTMLElement && activeElement.focus());
}

let drag = new AbortController();

/** Lets a dragged entry be dropped on a sibling, whose place it takes. */
export function followDrag(list: HTMLElement, { id, siblings }: Entry): void {
  drag.abort();
  drag = new AbortController();
  const { signal } = drag;
  const findTarget = ({ target }: Event): HTMLElement | undefined => {
    const entry = target instanceof Element ? target.closest<HTMLElement>('[data-order]') : null;
    return entry !== null && siblings.includes(entry.dataset.order as string) ? entry : undefined;
  };
  const end = () => {
    drag.abort();
    mark(list, undefined);
  };
  list.addEventListener(
    'dragover',
    (event) => {
      const target = findTarget(event);
      mark(list, target);
      if (target !== undefined) event.preventDefault();
    },
    { signal },
  );
  list.addEventListener(
    'drop',
    (event) => {
      const target = findTarget(event);
      end();
      if (target === undefined) return;
      event.preventDefault();
      moveManually(siblings, id, siblings.indexOf(target.dataset.order as string));
    },
    { signal },
  );
  addEventListener('dragend', end, { signal });
}

function mark(list: HTMLElement, target: HTMLElement | undefined): void {
  for (const marked of list.querySelectorAll('[data-drop-order]'))
    if (marked !== target) marked.removeAttribute('data-drop-order');
  target?.setAttribute('data-drop-order', '');
}

/**
 * Moves an entry among its siblings, and stores their order in this browser.
 *
 * @param ids siblings in their current order
 * @param to new index of the entry, within the bounds of the list
 * @returns false when the entry is there already
 */
export function moveManually(ids: readonly string[], id: string, to: number): boolean {
  const index = Math.max(0, Math.min(to, ids.length - 1));
  if (ids.indexOf(id) === index) return false;
  const moved = ids.filter((one) => one !== id);
  moved.splice(index, 0, id);
  const siblings = new Set(ids);
  const others = settings.peek().manualOrder.filter((one) => !siblings.has(one));
  changeSettings({ manualOrder: [...others, ...moved].slice(-MAX_IDS) });
  return true;
}
