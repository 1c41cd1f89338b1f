import { useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import { useId } from './unique-id.js';
import './menu.css';

interface MenuItem {
  readonly label: string;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** Menu behind a button with three dots. */
export function Menu({ label, items }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const positionMenu = () => {
    const element = button.current as HTMLElement;
    const { bottom, left, right } = element.getBoundingClientRect();
    const { style } = popover.current as HTMLElement;
    const edge = getComputedStyle(element).direction === 'rtl' ? left : right - MENU_PX;
    style.insetBlockStart = `${bottom}px`;
    style.left = `${Math.max(0, Math.min(edge, innerWidth - MENU_PX))}px`;
  };
  const choose = (run: () => void) => {
    popover.current?.hidePopover();
    run();
  };
  return (
    <>
      <button ref={button} type="button" popovertarget={id} aria-label={label}>
        <Icon name="more" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        class="menu raised"
        style={{ inlineSize: `${MENU_PX}px` }}
        onBeforeToggle={positionMenu}
      >
        {items.map(({ label: name, run }) => (
          <button key={name} type="button" onClick={() => choose(run)}>
            {name}
          </button>
        ))}
      </div>
    </>
  );
}

const MENU_PX = 264;
