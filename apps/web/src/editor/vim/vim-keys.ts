import { Compartment, type Extension, Prec } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import { effect } from '@preact/signals';
import { settings } from '../../kernel/settings.js';

const keys = new Compartment();

/** Follows the setting for Vim keys. Their code is loaded when they are first used. */
class VimSetting {
  readonly #stop: () => void;
  #isOpen = true;
  #isOn = false;

  constructor(view: EditorView) {
    // Dispatching is not allowed while the editor is created.
    this.#stop = effect(() => {
      const { vim } = settings.value;
      if (vim !== this.#isOn) queueMicrotask(() => void this.#set(view, vim));
    });
  }

  destroy(): void {
    this.#isOpen = false;
    this.#stop();
  }

  async #set(view: EditorView, isOn: boolean): Promise<void> {
    this.#isOn = isOn;
    const extension = isOn ? (await import('./vim.js')).vimExtension : [];
    if (this.#isOpen && this.#isOn === isOn) view.dispatch({ effects: keys.reconfigure(extension) });
  }
}

/** Vim keys, while the setting for them is on. */
export const vimKeys: Extension = [Prec.highest(keys.of([])), ViewPlugin.fromClass(VimSetting)];
