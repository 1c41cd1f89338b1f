import { useLayoutEffect, useRef } from 'preact/hooks';
import { onLeave } from '../kernel/router.js';
import { MENU_PX, type MenuItem, MenuItems } from './menu.js';

interface ContextMenuProps {
  readonly label: string;
  /** Position in the window, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}

/**
 * Menu at a position of the window, with the focus on its first item. Esc, Tab, a press outside or another address closes
 * it. The popover is manual: the browser would close another one when the button that opened it by a right click is
 * released.
 */
export function ContextMenu({ label, x, y, items, onClose }: ContextMenuProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = ref.current as HTMLElement;
    const opener = document.activeElement;
    menu.showPopover();
    const { blockSize } = getComputedStyle(menu);
    const { style } = menu;
    style.left = `${Math.max(0, Math.min(x, innerWidth - MENU_PX))}px`;
    style.insetBlockStart = `${Math.max(0, Math.min(y, innerHeight - Number.parseFloat(blockSize)))}px`;
    menu.querySelector('button')?.focus({ preventScroll: true });
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    const stop = onLeave(onClose);
    return () => {
      stop();
      const { activeElement } = document;
      const isWithin = activeElement === document.body || menu.contains(activeElement);
      document.removeEventListener('pointerdown', closeOutside, true);
      if (isWithin && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  const choose = (run: () => void) => {
    onClose();
    // Runs after the menu gave the focus back, because an action may move it.
    setTimeout(run);
  };
  const leave = (event: KeyboardEvent) => {
    // Keys in the menu are not keys of the list that it belongs to.
    event.stopPropagation();
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    onClose();
  };
  return (
    <section
      ref={ref}
      popover="manual"
      aria-label={label}
      class="menu raised"
      style={{ inlineSize: `${MENU_PX}px` }}
      onKeyDown={leave}
    >
      <MenuItems items={items} onChoose={choose} />
    </section>
  );
}
