import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { onLeave } from '../kernel/router.js';
import { Icon } from './icon.js';
import { text } from './texts.js';
import { useId } from './unique-id.js';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog. The browser keeps focus within it, closes it on Esc and restores focus afterwards. It also closes when
 * the page goes to another address, whose screen it would cover.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect, so that the next key press goes into the dialog.
  useLayoutEffect(() => {
    const dialog = ref.current as HTMLDialogElement;
    const opener = document.activeElement;
    dialog.showModal();
    const stop = onLeave(() => dialog.close());
    return () => {
      stop();
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={ref} class="dialog raised" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>
        <bdi>{title}</bdi>
      </h2>
      {children}
      <button type="button" class="icon-button" aria-label={text.dismiss} title={text.dismiss} onClick={onClose}>
        <Icon name="close" />
      </button>
    </dialog>
  );
}
