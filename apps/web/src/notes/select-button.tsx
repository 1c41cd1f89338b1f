import { Icon } from '../ui/icon.js';
import { listedCount } from './listed-count.js';
import { isSelecting } from './selection-mode.js';
import { text } from './texts.js';

/** Starts and ends the selection of notes with a finger; a pointer has the boxes of the rows. */
export function SelectButton() {
  if (!listedCount.value) return null;
  return (
    <button
      type="button"
      class="icon-button"
      aria-pressed={isSelecting.value}
      aria-label={text.selectNotes}
      title={text.selectNotes}
      onClick={() => {
        isSelecting.value = !isSelecting.value;
      }}
    >
      <Icon name="select" />
    </button>
  );
}
