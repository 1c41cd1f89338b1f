import { type EditorView, ViewPlugin } from '@codemirror/view';

/** Notes that the key for pasting plain text is pressed: the event of a paste itself does not say so. */
export const plainPaste = ViewPlugin.define(() => ({ isPressed: false }), {
  eventObservers: {
    keydown(event) {
      this.isPressed = pastesPlainText(event);
    },
    keyup() {
      this.isPressed = false;
    },
    blur() {
      this.isPressed = false;
    },
  },
});

/** Returns true for the key that pastes plain text. */
export const pastesPlainText = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === 'v';

/** Returns true while text is pasted by the key for plain text, which makes no link, table or Markdown of it. */
export const isPlainPaste = (view: EditorView): boolean => view.plugin(plainPaste)?.isPressed ?? false;
