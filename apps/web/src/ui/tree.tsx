import { useState } from 'preact/hooks';
import { Icon } from './icon.js';

export interface TreeItem {
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly icon?: string | undefined;
  readonly count?: number | undefined;
  readonly locked?: boolean;
  readonly children: readonly TreeItem[];
}

interface TreeProps {
  readonly label: string;
  readonly items: readonly TreeItem[];
  readonly current: string | undefined;
}

/** Links in a tree whose branches open and close; all of it by Tab and Enter. */
export const Tree = ({ label, items, current }: TreeProps) => (
  <ul class="tree" aria-label={label}>
    {items.map((item) => (
      <Branch key={item.id} item={item} current={current} />
    ))}
  </ul>
);

function Branch({ item, current }: { readonly item: TreeItem; readonly current: string | undefined }) {
  const { label, href, icon, count, locked, children } = item;
  const [open, setOpen] = useState(true);
  return (
    <li>
      <div class="tree-row">
        {children.length > 0 ? (
          <button
            type="button"
            class="twisty"
            aria-expanded={open}
            aria-label={`${open ? 'Close' : 'Open'} ${label}`}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'chevronDown' : 'chevronRight'} />
          </button>
        ) : (
          <span class="twisty" />
        )}
        <a href={href} aria-current={current === href ? 'page' : undefined}>
          {icon !== undefined && <span aria-hidden="true">{icon} </span>}
          {label}
          {locked === true && (
            <span title="Read-only">
              {' '}
              <Icon name="lock" />
            </span>
          )}
        </a>
        {count !== undefined && count > 0 && <span class="count">{count.toLocaleString()}</span>}
      </div>
      {open && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Branch key={child.id} item={child} current={current} />
          ))}
        </ul>
      )}
    </li>
  );
}
