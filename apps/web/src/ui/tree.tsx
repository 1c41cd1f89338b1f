import { useEffect, useRef } from 'preact/hooks';
import { sortManually } from '../kernel/manual-order.js';
import { changeSettings, settings } from '../kernel/settings.js';
import { getNoteDropTarget } from '../notes/dragged-notes.js';
import { number } from '../text/numbers.js';
import { makeVisible } from '../text/visible.js';
import { Icon, type IconName } from './icon.js';
import { getReordering } from './reordering.js';
import { scrollToNearest } from './scroll-to-nearest.js';
import { text } from './texts.js';
import './tree.css';

export interface TreeItem {
  /** Unique among all trees; the browser stores collapsed branches by it. */
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly icon?: IconName | undefined;
  /** Emoji chosen by the user, shown instead of the icon. */
  readonly emoji?: string | undefined;
  readonly count?: number | undefined;
  readonly locked?: boolean;
  /** Called with the ids of notes dropped on the row. */
  readonly onDropNotes?: (ids: readonly string[]) => void;
  readonly children: readonly TreeItem[];
}

interface TreeProps {
  readonly label: string;
  readonly items: readonly TreeItem[];
  readonly current: string | undefined;
  /** True when Alt with an arrow key, or dragging, moves a row among its siblings. */
  readonly isReorderable?: boolean;
}

/** A tree of links with collapsible branches; everything is reached by Tab and Enter. */
export const Tree = ({ label, items, current, isReorderable = false }: TreeProps) => (
  <ul
    class="tree"
    aria-label={label}
    {...(isReorderable && getReordering((id) => findSiblings(items, id).map((item) => item.id)))}
  >
    {(isReorderable ? sortItems(items) : items).map((item) => (
      <Branch key={item.id} item={item} current={current} depth={0} isReorderable={isReorderable} />
    ))}
  </ul>
);

const sortItems = (items: readonly TreeItem[]) => sortManually(items, ({ id }) => id);

/** Returns the siblings of an item in their order, with the item itself; empty when no item has the id. */
function findSiblings(items: readonly TreeItem[], id: string): readonly TreeItem[] {
  if (items.some((item) => item.id === id)) return sortItems(items);
  return items.flatMap(({ children }) => findSiblings(children, id));
}

interface BranchProps {
  readonly item: TreeItem;
  readonly current: string | undefined;
  readonly depth: number;
  readonly isReorderable: boolean;
}

function Branch({ item, current, depth, isReorderable }: BranchProps) {
  const { id, children } = item;
  const isOpen = !settings.value.closedBranches.includes(id);
  return (
    <li data-order={isReorderable ? id : undefined}>
      <Row item={item} depth={depth} isOpen={isOpen} isCurrent={current === item.href} />
      {isOpen && children.length > 0 && (
        <ul>
          {(isReorderable ? sortItems(children) : children).map((child) => (
            <Branch key={child.id} item={child} current={current} depth={depth + 1} isReorderable={isReorderable} />
          ))}
        </ul>
      )}
    </li>
  );
}

const INDENT_PX = 14;
/** Maximum indentation; deeper branches are not indented further. */
const MAX_INDENTS = 8;

interface RowProps {
  readonly item: TreeItem;
  readonly depth: number;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
}

const Row = ({ item, depth, isOpen, isCurrent }: RowProps) => {
  const { id, href, icon, emoji, count = 0, locked, children } = item;
  const label = makeVisible(item.label);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) scrollToNearest(link.current);
  }, [isCurrent]);
  return (
    <div
      class="tree-row"
      {...(item.onDropNotes && getNoteDropTarget(item.onDropNotes))}
      style={{ paddingInlineStart: `${Math.min(depth, MAX_INDENTS) * INDENT_PX}px` }}
    >
      {children.length > 0 ? (
        <button
          type="button"
          class="twisty"
          aria-expanded={isOpen}
          aria-label={isOpen ? text.collapse(label) : text.expand(label)}
          onClick={() => toggleBranch(id)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        </button>
      ) : (
        <span class="twisty" />
      )}
      <a ref={link} href={href} aria-current={isCurrent ? 'page' : undefined}>
        {emoji === undefined ? (
          icon && <Icon name={icon} />
        ) : (
          <span class="emoji" aria-hidden="true">
            {emoji}
          </span>
        )}
        <span class="tree-label" dir="auto" title={label}>
          {label}
        </span>
        {locked === true && (
          <span class="tree-lock" title={text.readOnly}>
            <Icon name="lock" />
            <span class="visually-hidden">{text.readOnly}</span>
          </span>
        )}
      </a>
      {count > 0 && <span class="count">{number(count)}</span>}
    </div>
  );
};

/** Opens or collapses a branch; the browser stores the choice. */
export function toggleBranch(id: string): void {
  const { closedBranches: closed } = settings.value;
  changeSettings({ closedBranches: closed.includes(id) ? closed.filter((one) => one !== id) : [...closed, id] });
}
