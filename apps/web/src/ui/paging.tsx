import { text } from './texts.js';

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
