import { text } from './texts.js';

interface PagingProps {
  /** Of the pages gone through to this one. */
  readonly cursors: readonly string[];
  /** Of the next page; null on the last. */
  readonly next: string | null;
  readonly onGo: (cursors: readonly string[]) => void;
}

/** The ways to the pages before and after this one, of what was last first. */
export const Paging = ({ cursors, next, onGo }: PagingProps) => (
  <div class="row-actions">
    {cursors.length > 0 && (
      <button type="button" class="button" onClick={() => onGo(cursors.slice(0, -1))}>
        {text.newer}
      </button>
    )}
    {next !== null && (
      <button type="button" class="button" onClick={() => onGo([...cursors, next])}>
        {text.older}
      </button>
    )}
  </div>
);
