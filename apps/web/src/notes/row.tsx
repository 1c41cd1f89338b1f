import { shortDate } from '../text/dates.js';
import { Marked } from '../ui/marked.js';
import { type NoteRow, shownTitle } from './rows.js';

interface RowProps {
  readonly row: NoteRow;
  readonly index: number;
  readonly href: string;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** The one row of the list that Tab leads to. */
  readonly isActive: boolean;
  readonly onClick: (index: number, event: MouseEvent) => void;
  readonly onToggle: (index: number, event: MouseEvent) => void;
}

/** One note in a list: its box, its title and a line about it. */
export function Row({ row, index, href, isOpen, isSelected, isActive, onClick, onToggle }: RowProps) {
  const tabIndex = isActive ? 0 : -1;
  return (
    <>
      <input
        type="checkbox"
        checked={isSelected}
        tabIndex={tabIndex}
        aria-label={`Select ${shownTitle(row.title)}`}
        onClick={(event) => onToggle(index, event)}
      />
      <a
        href={href}
        data-index={index}
        tabIndex={tabIndex}
        aria-current={isOpen ? 'page' : undefined}
        onClick={(event) => onClick(index, event)}
      >
        <span class="note-title">{shownTitle(row.title)}</span>
        <span class="note-details">
          <time dateTime={row.updatedAt}>{shortDate(row.updatedAt)}</time>
          {row.tags.map((tag) => (
            <span key={tag} class="tag">
              #{tag}
            </span>
          ))}
          <span>
            <Marked text={row.excerpt} ranges={row.highlights} />
          </span>
        </span>
      </a>
    </>
  );
}
