import type { ComponentChildren } from 'preact';
import { text } from './texts.js';
import './data-table.css';

interface TableProps {
  readonly label: string;
  /** Column headings; an empty one is that of the row actions. */
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

/** A table that scrolls within its own width. */
export const DataTable = ({ label, heads, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section class="table-frame" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head === '' ? <span class="visually-hidden">{text.actions}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);

interface PagingProps {
  /** Cursors of the pages visited up to this one. */
  readonly cursors: readonly string[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
  readonly onChange: (cursors: readonly string[]) => void;
}

/** Links to the previous and next pages of a list, newest first. */
export const Paging = ({ cursors, next, onChange }: PagingProps) => (
  <div class="row-actions">
    {cursors.length > 0 && (
      <button type="button" class="button" onClick={() => onChange(cursors.slice(0, -1))}>
        {text.newer}
      </button>
    )}
    {next !== null && (
      <button type="button" class="button" onClick={() => onChange([...cursors, next])}>
        {text.older}
      </button>
    )}
  </div>
);
