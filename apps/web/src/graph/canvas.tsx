import { useEffect, useRef } from 'preact/hooks';
import { onThemeChange } from '../app/theme.js';
import { startLayout } from './layout.js';
import { createPainter, type Painter } from './painter.js';
import { paletteOf } from './palette.js';
import type { Scene } from './scene.js';

interface GraphCanvasProps {
  readonly scene: Scene;
  readonly selected: number | undefined;
  readonly onSelect: (index: number | undefined) => void;
}

const PAN_STEP = 60;
const ZOOM_STEP = 1.25;
/** A press that moved less than this, in pixels, is a click. */
const STILL = 4;

/** The graph as a picture: drag and wheel, or arrows, plus, minus and 0. The table has the same for who cannot see it. */
export function GraphCanvas({ scene, selected, onSelect }: GraphCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter>(null);
  useEffect(() => {
    const canvas = ref.current as HTMLCanvasElement;
    const host = canvas.parentElement as HTMLElement;
    const made = createPainter(canvas, scene, paletteOf(host));
    painter.current = made;
    const resizing = new ResizeObserver(() => made.resize({ width: host.clientWidth, height: host.clientHeight }));
    resizing.observe(host);
    const endTheme = onThemeChange(() => made.setPalette(paletteOf(host)));
    const endLayout = startLayout(scene, made.setPositions);
    return () => {
      resizing.disconnect();
      endTheme();
      endLayout();
      made.stop();
    };
  }, [scene]);
  useEffect(() => painter.current?.setSelected(selected), [scene, selected]);
  useEffect(() => listen(ref.current as HTMLCanvasElement, () => painter.current as Painter, onSelect), [onSelect]);
  return (
    <canvas
      ref={ref}
      class="graph-canvas"
      tabIndex={0}
      role="img"
      aria-label={`A picture of ${scene.nodes.length} notes and ${scene.edges.length / 2} links. Arrows move it, plus and minus zoom, 0 shows all. The table lists the same notes.`}
      onKeyDown={(event) => press(event, painter.current as Painter)}
    />
  );
}

function press(event: KeyboardEvent, painter: Painter): void {
  const steps: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => painter.pan(PAN_STEP, 0),
    ArrowRight: () => painter.pan(-PAN_STEP, 0),
    ArrowUp: () => painter.pan(0, PAN_STEP),
    ArrowDown: () => painter.pan(0, -PAN_STEP),
    '+': () => painter.zoom(ZOOM_STEP),
    '=': () => painter.zoom(ZOOM_STEP),
    '-': () => painter.zoom(1 / ZOOM_STEP),
    '0': () => painter.fit(),
  };
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  step();
}

/** Drag pans, a click selects, the wheel zooms where the pointer is. */
function listen(
  canvas: HTMLCanvasElement,
  painter: () => Painter,
  onSelect: (index: number | undefined) => void,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let moved: number | undefined;
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      moved = 0;
      canvas.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    ({ movementX, movementY }) => {
      if (moved === undefined) return;
      moved += Math.abs(movementX) + Math.abs(movementY);
      if (moved > STILL) painter().pan(movementX, movementY);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerup',
    ({ offsetX, offsetY }) => {
      if (moved !== undefined && moved <= STILL) onSelect(painter().hit([offsetX, offsetY]));
      moved = undefined;
    },
    { signal },
  );
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      painter().zoom(Math.exp(-event.deltaY / 400), [event.offsetX, event.offsetY]);
    },
    { signal, passive: false },
  );
  return () => ending.abort();
}
