import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { holdKey } from '../kernel/hold-key.js';
import { notify } from '../ui/notices.js';
import { closeOverlay, type Overlay } from './overlay.js';
import { text } from './texts.js';

type View = typeof import('./switcher.js').Switcher;

let Loaded: View | undefined;

/** The switcher, loaded when it is first opened. Text typed meanwhile is kept for its field, with Enter as a line break. */
export function LazySwitcher({ overlay }: { readonly overlay: Overlay }) {
  const typed = useRef(overlay.text);
  const [, drawAgain] = useState({});
  useLayoutEffect(() => {
    if (Loaded !== undefined) return;
    const controller = new AbortController();
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.isComposing) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') closeOverlay(overlay);
      else typed.current = holdKey(typed.current, event);
    };
    document.addEventListener('keydown', keep, { capture: true, signal: controller.signal });
    import('./switcher.js').then(
      ({ Switcher }) => {
        Loaded = Switcher;
        if (!controller.signal.aborted) drawAgain({});
        controller.abort();
      },
      () => {
        controller.abort();
        closeOverlay(overlay);
        notify(text.switcherNotLoaded);
      },
    );
    return () => controller.abort();
  }, []);
  return Loaded === undefined ? null : <Loaded overlay={overlay} initialText={typed.current} />;
}
