import { href } from '../app/router.js';
import { text } from './texts.js';

/** What a note is called where its title may be empty. */
export const shownTitle = (title: string): string => (title === '' ? text.untitled : title);

interface NoteLinkProps {
  readonly id: string;
  readonly title: string;
  /** 1-based line to go to. */
  readonly line?: number;
  readonly isTrashed?: boolean;
  readonly onClick?: () => void;
}

/** Leads to a note, and is called what the note is called. */
export const NoteLink = ({ id, title, line, isTrashed = false, onClick }: NoteLinkProps) => (
  <a href={href([isTrashed ? 'trash' : 'n', id], line === undefined ? {} : { line: String(line) })} onClick={onClick}>
    {shownTitle(title)}
  </a>
);
