import { withColours } from '../kernel/theme.js';
import type { Palette, Picture } from './draw.js';
import type { Drawn } from './draw.worker.js';
import { Drawing } from './drawing.js';
import type { Scene } from './scene.js';
import { findNeighbour, fitAll, type Heading, hit, type Positions, pan, type Size, type View, zoomAt } from './view.js';

/** Draws a scene on a canvas from the current view. */
export interface Painter {
  setPositions(positions: Positions): void;
  setSelected(index: number | undefined): void;
  setPalette(palette: Palette): void;
  resize(size: Size): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at?: readonly [number, number]): void;
  /** Shows the whole graph, and keeps doing so while the layout grows. */
  fit(): void;
  hit(at: readonly [number, number]): number | undefined;
  /** Returns the note that lies in a direction from another. */
  findNeighbour(from: number, candidates: readonly number[], heading: Heading): number | undefined;
  stop(): void;
}

/**
 * Shows the last drawn picture, moved to the current view, until the next is ready: drawing a large graph takes longer
 * than a frame.
 */
export function createPainter(canvas: HTMLCanvasElement, scene: Scene, palette: Palette): Painter {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let isFollowing = true;
  let frame: number | undefined;
  const show = () => {
    frame = undefined;
    if (drawing.drawn !== undefined) drawImage(context, drawing.drawn, drawing.picture);
  };
  const showSoon = () => {
    frame ??= requestAnimationFrame(show);
  };
  const drawing = new Drawing(scene, palette, showSoon);
  const change = (part: Partial<Picture>) => {
    drawing.change(part);
    showSoon();
  };
  const changeFitted = (part: Partial<Picture>) => {
    const { positions, size } = { ...drawing.picture, ...part };
    change(isFollowing ? { ...part, view: fitAll(positions, size) } : part);
  };
  const move = (view: View) => {
    isFollowing = false;
    change({ view });
  };
  return {
    setPositions: (positions) => changeFitted({ positions }),
    setSelected: (selected) => change({ selected }),
    setPalette: (next) => change({ palette: next }),
    resize: (size) => {
      scaleTo(canvas, context, size);
      changeFitted({ size });
    },
    pan: (dx, dy) => move(pan(drawing.picture.view, dx, dy)),
    zoom: (factor, at) => move(zoomAt(drawing.picture.view, factor, at ?? getMiddle(drawing.picture.size))),
    fit: () => {
      isFollowing = true;
      changeFitted({});
    },
    hit: (at) => hit(drawing.picture.positions, drawing.picture.view, at),
    findNeighbour: (from, candidates, heading) => findNeighbour(drawing.picture.positions, from, candidates, heading),
    stop: () => {
      drawing.stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}

const getMiddle = ({ width, height }: Size) => [width / 2, height / 2] as const;

function scaleTo(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, { width, height }: Size): void {
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
}

/** Shows a picture drawn from another view as it looks from the current one. */
function drawImage(context: CanvasRenderingContext2D, { image, view: from }: Drawn, { view, size }: Picture): void {
  const ratio = view.scale / from.scale;
  const scale = ratio / devicePixelRatio;
  context.clearRect(0, 0, size.width, size.height);
  context.drawImage(image, view.x - from.x * ratio, view.y - from.y * ratio, image.width * scale, image.height * scale);
}

/** Colour tokens of distances, roots first. */
export const distanceTokens = ['--accent', '--warn', '--ok', '--text-3'] as const;

/** Returns the colours of the page and the font of an element, in canvas notation. */
export const readPalette = (host: HTMLElement): Palette =>
  withColours((colourOf) => ({
    line: colourOf('--text-3'),
    faintLine: colourOf('--line'),
    text: colourOf('--text'),
    surface: colourOf('--bg'),
    accent: colourOf('--accent'),
    distances: distanceTokens.map(colourOf),
    font: `12px ${getComputedStyle(host).fontFamily}`,
  }));
