import { useEffect, useRef } from 'preact/hooks';
import { go } from '../kernel/router.js';
import { onThemeChange } from '../kernel/theme.js';
import { startWorker } from '../kernel/worker.js';
import layoutWorker from './layout.worker.js?worker&url';
import { createPainter, type Painter, readPalette } from './painter.js';
import { type GraphNode, neighbours, type Scene } from './scene.js';
import { text } from './texts.js';
import type { Heading, Positions } from './view.js';

interface GraphCanvasProps {
  readonly scene: Scene;
  readonly selected: number | undefined;
  readonly onSelect: (index: number | undefined) => void;
}

const PAN_STEP = 60;
const ZOOM_STEP = 1.25;
/** Movement in pixels below which a press is a click. */
const CLICK_TOLERANCE_PX = 4;

/** The graph as a picture, for pointer and keyboard. The table shows the same to screen readers. */
export function GraphCanvas({ scene, selected, onSelect }: GraphCanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter>(null);
  useEffect(() => {
    const canvas = ref.current as HTMLCanvasElement;
    const host = canvas.parentElement as HTMLElement;
    const newPainter = createPainter(canvas, scene, readPalette(host));
    painter.current = newPainter;
    const resizing = new ResizeObserver(() =>
      newPainter.resize({ width: host.clientWidth, height: host.clientHeight }),
    );
    resizing.observe(host);
    const endTheme = onThemeChange(() => newPainter.setPalette(readPalette(host)));
    const endLayout = startLayout(scene, newPainter.setPositions);
    return () => {
      resizing.disconnect();
      endTheme();
      endLayout();
      newPainter.stop();
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
      aria-label={text.canvasDescription(scene.nodes.length, scene.edges.length / 2)}
      onKeyDown={(event) => press(event, { painter: painter.current as Painter, scene, selected, onSelect })}
    />
  );
}

interface Pressed {
  readonly painter: Painter;
  readonly scene: Scene;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
}

const headings: Readonly<Record<string, Heading>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const keyActions: Readonly<Record<string, (painter: Painter) => void>> = {
  '+': (painter) => painter.zoom(ZOOM_STEP),
  '=': (painter) => painter.zoom(ZOOM_STEP),
  '-': (painter) => painter.zoom(1 / ZOOM_STEP),
  '0': (painter) => painter.fit(),
};

/** Arrow keys follow links, with Shift they move the picture; Enter opens the selected note. */
function press(event: KeyboardEvent, { painter, scene, selected, onSelect }: Pressed): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const heading = headings[event.key];
  if (heading !== undefined && event.shiftKey) painter.pan(-heading[0] * PAN_STEP, -heading[1] * PAN_STEP);
  else if (heading !== undefined) onSelect(nextNote({ painter, scene, selected }, heading));
  else if (event.key === 'Enter' && selected !== undefined) go(['n', (scene.nodes[selected] as GraphNode).document_id]);
  else if (keyActions[event.key] === undefined) return;
  else keyActions[event.key]?.(painter);
  event.preventDefault();
}

/**
 * Returns the neighbour in a direction; the note itself when there is none; the first root when no note is selected.
 */
function nextNote({ painter, scene, selected }: Omit<Pressed, 'onSelect'>, heading: Heading): number {
  if (selected === undefined) return 0;
  return painter.findNeighbour(selected, neighbours(scene, selected), heading) ?? selected;
}

/** Handles the pointer: drag pans, a click selects, the wheel zooms at the pointer. */
function listen(
  canvas: HTMLCanvasElement,
  painter: () => Painter,
  onSelect: (index: number | undefined) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
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
      if (moved > CLICK_TOLERANCE_PX) painter().pan(movementX, movementY);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerup',
    ({ offsetX, offsetY }) => {
      if (moved !== undefined && moved <= CLICK_TOLERANCE_PX) onSelect(painter().hit([offsetX, offsetY]));
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
  return () => controller.abort();
}

/** Lays out a scene in a worker, and reports positions as they improve. Returns a function that stops it. */
export function startLayout({ nodes, edges }: Scene, onPositions: (positions: Positions) => void): () => void {
  const worker = startWorker(layoutWorker);
  worker.addEventListener('message', ({ data }: MessageEvent<Positions>) => onPositions(data));
  worker.postMessage({ count: nodes.length, edges });
  return () => worker.terminate();
}
