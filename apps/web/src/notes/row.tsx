import { shortDate } from '../text/dates.js';
import { Icon } from '../ui/icon.js';
import { formatTitle } from '../ui/note-link.js';
import { withMatchVisible, withoutTitle } from './excerpt.js';
import { isPinned, PINNED_TAG } from './pinned.js';
import type { NoteRow } from './rows.js';
import { stripMarkup } from './strip-markup.js';
import { text } from './texts.js';

interface RowProps {
  readonly row: NoteRow;
  readonly index: number;
  readonly href: string;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** True for the only row that Tab reaches. */
  readonly isActive: boolean;
  readonly onClick: (index: number, event: MouseEvent) => void;
  readonly onToggle: (index: number, event: MouseEvent) => void;
}

/**
 * A note in a list: its checkbox, title and excerpt. The line is clipped at the end of its own direction: the clipping
 * element has the direction of the excerpt, and tags do not count.
 */
export function Row({ row, index, href, isOpen, isSelected, isActive, onClick, onToggle }: RowProps) {
  const tabIndex = isActive ? 0 : -1;
  const { excerpt, highlights } = withMatchVisible(stripMarkup(withoutTitle(row)));
  return (
    <>
      <input
        type="checkbox"
        checked={isSelected}
        tabIndex={tabIndex}
        aria-label={text.select(formatTitle(row.title))}
        onClick={(event) => onToggle(index, event)}
      />
      <a
        href={href}
        data-index={index}
        tabIndex={tabIndex}
        aria-current={isOpen ? 'page' : undefined}
        onClick={(event) => onClick(index, event)}
      >
        <span class="note-title" dir="auto">
          {isPinned(row) && (
            <span class="note-pin" title={text.pinned}>
              <Icon name="pin" />
              <span class="visually-hidden">{text.pinned}</span>
            </span>
          )}
          {formatTitle(row.title)}
        </span>
        <time dateTime={row.updatedAt}>{shortDate(row.updatedAt)}</time>
        <span class="note-details" dir="auto">
          {/* The spaces separate words in the name of the link. */}
          {row.matchedBy !== undefined && [<span class="match-reason">{reasons[row.matchedBy]}</span>, ' ']}
          {row.tags.filter(isShownTag).map((tag) => [
            <span key={tag} class="tag" dir="auto">
              #{tag}
            </span>,
            ' ',
          ])}
          <Marked text={excerpt} ranges={highlights} />
        </span>
      </a>
    </>
  );
}

/** Reasons why a note is listed that does not match exactly. */
const reasons: Readonly<Record<NonNullable<NoteRow['matchedBy']>, string>> = {
  prefix: text.similarBeginning,
  typo: text.similarWord,
  meaning: text.similarMeaning,
};

/** The tag of pinned notes is shown as a pin. */
const isShownTag = (tag: string) => tag !== PINNED_TAG;

interface MarkedProps {
  readonly text: string;
  /** Ranges [start, end) in UTF-16 units, sorted and disjoint. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** Text with parts of it highlighted. */
export const Marked = ({ text, ranges }: MarkedProps) => (
  <>
    {ranges.map(([start, end], index) => [
      text.slice(index === 0 ? 0 : ranges[index - 1]?.[1], start),
      <mark key={start}>{text.slice(start, end)}</mark>,
    ])}
    {text.slice(ranges.at(-1)?.[1] ?? 0)}
  </>
);
