import { useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';
import { useId } from './unique-id.js';
import './menu.css';

export interface MenuItem {
  readonly label: string;
  /** Defined for a choice: true when it is the current one. */
  readonly isChecked?: boolean;
  /** Heading of the group that the item belongs to; '' for a group without one. */
  readonly group?: string;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  /** Icon of the button; by default three dots. */
  readonly icon?: IconName;
  readonly items: readonly MenuItem[];
}

/** Menu behind a button. */
export function Menu({ label, icon = 'more', items }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const positionMenu = () => {
    const element = button.current as HTMLElement;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const { style } = popover.current as HTMLElement;
    const edge = getComputedStyle(element).direction === 'rtl' ? left : right - MENU_PX;
    // A menu at the foot of the window opens upwards.
    const isLow = top + bottom > innerHeight;
    style.insetBlock = isLow ? `auto ${innerHeight - top}px` : `${bottom}px auto`;
    style.left = `${Math.max(0, Math.min(edge, innerWidth - MENU_PX))}px`;
  };
  const choose = (run: () => void) => {
    popover.current?.hidePopover();
    run();
  };
  return (
    <>
      <button ref={button} type="button" popovertarget={id} aria-label={label} title={label}>
        <Icon name={icon} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        class="menu raised"
        style={{ inlineSize: `${MENU_PX}px` }}
        onBeforeToggle={positionMenu}
      >
        <MenuItems items={items} onChoose={choose} />
      </div>
    </>
  );
}

interface MenuItemsProps {
  readonly items: readonly MenuItem[];
  readonly onChoose: (run: () => void) => void;
}

/** Buttons of a menu, in groups; arrow keys move between them. */
export const MenuItems = ({ items, onChoose }: MenuItemsProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons within
  <div onKeyDown={stepItems}>
    {groupItems(items).map(([group, members], index) => (
      <fieldset key={group ?? index} class="menu-group">
        {group && <legend>{group}</legend>}
        {members.map(({ label, isChecked, run }) => (
          <button key={label} type="button" aria-pressed={isChecked} onClick={() => onChoose(run)}>
            {isChecked !== undefined && <span class="menu-check">{isChecked && <Icon name="check" />}</span>}
            {label}
          </button>
        ))}
      </fieldset>
    ))}
  </div>
);

/** Joins items that follow each other and have the same group. */
function groupItems(items: readonly MenuItem[]): readonly (readonly [string | undefined, readonly MenuItem[]])[] {
  const groups: [string | undefined, MenuItem[]][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last !== undefined && last[0] === item.group) last[1].push(item);
    else groups.push([item.group, [item]]);
  }
  return groups;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function stepItems(event: KeyboardEvent): void {
  const by = steps[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
}

export const MENU_PX = 264;
