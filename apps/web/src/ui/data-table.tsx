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
