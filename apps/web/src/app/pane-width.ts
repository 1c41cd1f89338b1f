import { useState } from 'preact/hooks';
import { change, settings } from './settings.js';

interface PaneWidth {
  /** As it is shown now. */
  readonly width: number;
  readonly isDragged: boolean;
  /** Shows a width that is not chosen yet. */
  readonly onDrag: (width: number) => void;
  readonly onValue: (width: number) => void;
}

/** The width of a pane. While its edge is dragged nothing is stored, and nothing else of the page has to follow. */
export function usePaneWidth(choice: 'sidebarWidth' | 'listWidth' | 'inspectorWidth'): PaneWidth {
  const [dragged, setDragged] = useState<number>();
  return {
    width: dragged ?? settings.value[choice],
    isDragged: dragged !== undefined,
    onDrag: setDragged,
    onValue: (width) => {
      setDragged(undefined);
      change({ [choice]: width });
    },
  };
}
