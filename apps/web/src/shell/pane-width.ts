import { useState } from 'preact/hooks';
import { changeSettings, settings } from '../kernel/settings.js';

interface PaneWidth {
  /** Width shown now, in pixels. */
  readonly width: number;
  readonly isDragged: boolean;
  /** Shows a width without storing it. */
  readonly onDrag: (width: number) => void;
  readonly onValue: (width: number) => void;
}

/**
 * Returns the width of a pane. While its edge is dragged the width is not stored, so the rest of the page does not
 * render again.
 */
export function usePaneWidth(choice: 'sidebarWidth' | 'listWidth' | 'inspectorWidth'): PaneWidth {
  const [dragged, setDragged] = useState<number>();
  return {
    width: dragged ?? settings.value[choice],
    isDragged: dragged !== undefined,
    onDrag: setDragged,
    onValue: (width) => {
      setDragged(undefined);
      changeSettings({ [choice]: width });
    },
  };
}
