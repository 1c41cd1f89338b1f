import { useRef } from 'preact/hooks';

interface SplitterProps {
  readonly label: string;
  /** In pixels. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Which of the two panes it sets the width of; the one before it unless said. */
  readonly sets?: 'before' | 'after';
  /** While it is dragged; where that ends, `onValue` is told. */
  readonly onDrag: (value: number) => void;
  readonly onValue: (value: number) => void;
  /** Puts that pane away, or brings it back. */
  readonly onToggle: () => void;
}

const STEP_PX = 16;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX };

/** A line between two panes that sets the width of one of them: dragged, or by arrow keys and Enter. */
export function Splitter({ label, value, min, max, sets = 'before', onDrag, onValue, onToggle }: SplitterProps) {
  const sign = sets === 'before' ? 1 : -1;
  const isMoved = useRef(false);
  const movedBy = (by: number) => Math.round(Math.max(min, Math.min(max, value + sign * by)));
  const onPointerDown = (event: PointerEvent) => {
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent) => {
    const line = event.currentTarget as HTMLElement;
    if (!line.hasPointerCapture(event.pointerId)) return;
    isMoved.current = true;
    onDrag(movedBy(event.movementX));
  };
  const onLostPointerCapture = () => {
    if (isMoved.current) onValue(value);
    isMoved.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) onValue(movedBy(step));
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
