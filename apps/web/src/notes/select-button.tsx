import { Icon } from '../ui/icon.js';
import { listedCount } from './listed-count.js';
import { isSelecting } from './selection-mode.js';
import { text } from './texts.js';

/** Starts the selection of notes with a finger, until “Done” ends it; a pointer has the boxes of the rows. */
export function SelectButton() {
  if (!listedCount.value) return null;
  const toggle = () => {
    isSelecting.value = !isSelecting.value;
  };
  return isSelecting.value ? (
    <button type="button" onClick={toggle}>
      {text.doneSelecting}
    </button>
  ) : (
    <button type="button" class="icon-button" aria-label={text.selectNotes} title={text.selectNotes} onClick={toggle}>
      <Icon name="select" />
    </button>
  );
}
