import { Truncated } from '../ui/states.js';
import { text } from './texts.js';
import type { ListedTasks } from './use-tasks.js';

interface MoreProps {
  readonly list: ListedTasks;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/**
 * Notice that not all tasks are shown, with a button that loads more; nothing when all are. The button is not disabled
 * while it loads, because it would lose focus.
 */
export function MoreTasks({ list: { tasks, truncated, hasMore }, isLoading, onMore }: MoreProps) {
  if (!truncated) return null;
  if (!hasMore) return <Truncated>{text.notInFull}</Truncated>;
  return (
    <Truncated>
      {text.firstListed(tasks.length)}{' '}
      <button type="button" class="button" aria-disabled={isLoading} onClick={() => isLoading || onMore()}>
        {text.loadMore}
      </button>
    </Truncated>
  );
}
