import { useRef, useState } from 'preact/hooks';
import { changeSettings, settings } from '../kernel/settings.js';

interface SplitterProps {
  readonly label: string;
  /** Width in pixels. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Pane whose width it sets; default: the one before it. */
  readonly sets?: 'before' | 'after';
  /** Called while dragging; `onValue` is called at the end. */
  readonly onDrag: (value: number) => void;
  readonly onValue: (value: number) => void;
  /** Hides or shows the pane. */
  readonly onToggle: () => void;
}

const STEP_PX = 16;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX };

/** A separator that sets the width of one of two panes: by dragging, or by arrow keys and Enter. */
export function Splitter({ label, value, min, max, sets = 'before', onDrag, onValue, onToggle }: SplitterProps) {
  const sign = sets === 'before' ? 1 : -1;
  const isMoved = useRef(false);
  /** Returns the width after a movement to the right, in pixels; where lines run from right to left it is mirrored. */
  const moveBy = (line: Element, by: number) => {
    const growth = sign * (getComputedStyle(line).direction === 'rtl' ? -by : by);
    return Math.round(Math.max(min, Math.min(max, value + growth)));
  };
  const onPointerDown = (event: PointerEvent) => {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement;
    if (!line.hasPointerCapture(event.pointerId)) return;
    isMoved.current = true;
    onDrag(moveBy(line, event.movementX));
  };
  const onLostPointerCapture = () => {
    if (isMoved.current) onValue(value);
    isMoved.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) onValue(moveBy(event.currentTarget as HTMLElement, step));
    else if (event.key === 'Enter') onToggle();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onLostPointerCapture}
      onKeyDown={onKeyDown}
      onDblClick={onToggle}
    />
  );
}

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
