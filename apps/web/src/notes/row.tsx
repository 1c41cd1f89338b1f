import { shortDate } from '../text/dates.js';
import { Marked } from '../ui/marked.js';
import { shownTitle } from '../ui/note-link.js';
import { asRead } from './as-read.js';
import { besideTitle, withFoundInSight } from './excerpt.js';
import type { NoteRow } from './rows.js';
import { text } from './texts.js';

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
  const { excerpt, highlights } = withFoundInSight(asRead(besideTitle(row)));
  return (
    <>
      <input
        type="checkbox"
        checked={isSelected}
        tabIndex={tabIndex}
        aria-label={text.select(shownTitle(row.title))}
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
        <time dateTime={row.updatedAt}>{shortDate(row.updatedAt)}</time>
        <span class="note-details">
          {row.tags.map((tag) => (
            <span key={tag} class="tag">
              #{tag}
            </span>
          ))}
          <span>
            <Marked text={excerpt} ranges={highlights} />
          </span>
        </span>
      </a>
    </>
  );
}
