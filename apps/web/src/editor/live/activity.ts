import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';

/** State of the user's hands: where focus is, and whether a mouse button is down in the text. */
export interface Activity {
  /** Part of the editor that has focus: the text, an element of a widget, a panel as that of search, or nothing. */
  readonly focus: 'text' | 'widget' | 'panel' | 'none';
  readonly isPointerDown: boolean;
}

const setActivity = StateEffect.define<Partial<Activity>>();

/**
 * Returns true when the text of an editor has focus. The field may be added while somebody types: if it began without
 * focus, the block with the cursor would be rendered for a moment, and a character typed in that moment lost.
 */
const hasTextFocus = () => document.activeElement?.classList.contains('cm-content') === true;

/** Field of the state of the user's hands. */
export const activityField = StateField.define<Activity>({
  create: () => ({ focus: hasTextFocus() ? 'text' : 'none', isPointerDown: false }),
  update(value, { effects }) {
    for (const effect of effects) if (effect.is(setActivity)) value = { ...value, ...effect.value };
    return value;
  },
});

/** Returns the state of the user's hands. */
export const getActivity = (state: EditorState): Activity => state.field(activityField);

/** Follows focus and the pointer. A window that loses focus keeps the state, so that nothing moves meanwhile. */
class ActivityFollower {
  readonly #controller = new AbortController();
  #isScheduled = false;

  constructor(private readonly view: EditorView) {
    const { signal } = this.#controller;
    const { dom, contentDOM } = view;
    for (const type of ['focusin', 'focusout']) dom.addEventListener(type, () => this.#schedule(), { signal });
    const setPointer = (isPointerDown: boolean) => {
      if (getActivity(this.view.state).isPointerDown !== isPointerDown)
        this.view.dispatch({ effects: setActivity.of({ isPointerDown }) });
    };
    contentDOM.addEventListener('pointerdown', ({ button }) => button === 0 && setPointer(true), { signal });
    for (const type of ['pointerup', 'pointercancel', 'dragend', 'drop', 'blur'])
      addEventListener(type, () => setPointer(false), { signal });
    this.#schedule();
  }

  destroy(): void {
    this.#controller.abort();
  }

  /** Reads focus when it has settled: between two elements, nothing has it. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      if (this.#controller.signal.aborted) return;
      const focus = findFocus(this.view);
      if (getActivity(this.view.state).focus !== focus) this.view.dispatch({ effects: setActivity.of({ focus }) });
    });
  }
}

function findFocus({ dom, contentDOM }: EditorView): Activity['focus'] {
  const { activeElement } = document;
  if (activeElement === contentDOM) return 'text';
  if (!dom.contains(activeElement)) return 'none';
  return contentDOM.contains(activeElement) ? 'widget' : 'panel';
}

export const followActivity: Extension = [activityField, ViewPlugin.fromClass(ActivityFollower)];
