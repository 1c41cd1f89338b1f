import { href } from '../kernel/router.js';
import { makeVisible } from '../text/visible.js';
import { text } from './texts.js';

/** Returns the title to display: a placeholder for an empty one, with invisible characters replaced. */
export const formatTitle = (title: string): string => (title.trim() === '' ? text.untitled : makeVisible(title));

interface NoteLinkProps {
  readonly id: string;
  readonly title: string;
  /** Line to go to, 1-based. */
  readonly line?: number;
  readonly isTrashed?: boolean;
  readonly onClick?: () => void;
}

/** A link to a note, labelled with its title. */
export const NoteLink = ({ id, title, line, isTrashed = false, onClick }: NoteLinkProps) => (
  <a
    dir="auto"
    href={href([isTrashed ? 'trash' : 'n', id], line === undefined ? {} : { line: String(line) })}
    onClick={onClick}
  >
    {formatTitle(title)}
  </a>
);
