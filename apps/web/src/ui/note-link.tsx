import { href } from '../app/router.js';
import { visible } from '../text/visible.js';
import { text } from './texts.js';

/** What a note is called where its title may be empty, or hide what it says. */
export const shownTitle = (title: string): string => (title.trim() === '' ? text.untitled : visible(title));

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
