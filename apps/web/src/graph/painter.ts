import { draw, type Palette, type Picture } from './draw.js';
import type { Scene } from './scene.js';
import { fitAll, hit, type Positions, pan, type Size, type View, zoomAt } from './view.js';

/** Keeps a canvas showing a scene from where one looks at it. */
export interface Painter {
  setPositions(positions: Positions): void;
  setSelected(index: number | undefined): void;
  setPalette(palette: Palette): void;
  resize(size: Size): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at?: readonly [number, number]): void;
  /** Shows everything, and goes on to while the layout grows. */
  fit(): void;
  hit(at: readonly [number, number]): number | undefined;
  stop(): void;
}

/** What is drawn anew in every frame; with more, frames in motion show the last picture, moved. */
const EDGES_PER_FRAME = 3_000;
/** Motion is over when nothing moved for so long. */
const REST_MS = 120;

export function createPainter(canvas: HTMLCanvasElement, scene: Scene, palette: Palette): Painter {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const kept = new OffscreenCanvas(1, 1);
  const keptContext = kept.getContext('2d') as OffscreenCanvasRenderingContext2D;
  let picture: Picture = {
    scene,
    palette,
    positions: new Float32Array(),
    view: { x: 0, y: 0, scale: 1 },
    size: { width: 1, height: 1 },
    selected: undefined,
  };
  let keptView: View | undefined;
  let following = true;
  let frame: number | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const paintAnew = () => {
    if (picture.positions.length === 0) return;
    draw(keptContext, picture);
    keptView = picture.view;
    show();
  };
  /** The kept picture, moved to where one looks now. */
  const show = () => {
    const { view, size } = picture;
    const from = keptView ?? view;
    const ratio = view.scale / from.scale;
    context.clearRect(0, 0, size.width, size.height);
    context.drawImage(kept, view.x - from.x * ratio, view.y - from.y * ratio, size.width * ratio, size.height * ratio);
  };
  const soon = (paint: () => void) => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = requestAnimationFrame(paint);
  };
  const change = (part: Partial<Picture>) => {
    picture = { ...picture, ...part };
    soon(paintAnew);
  };
  const move = (view: View) => {
    following = false;
    if (scene.edges.length <= EDGES_PER_FRAME * 2) return change({ view });
    picture = { ...picture, view };
    soon(show);
    clearTimeout(rest);
    rest = setTimeout(() => soon(paintAnew), REST_MS);
  };
  const fitted = (part: Partial<Picture>) => {
    const { positions, size } = { ...picture, ...part };
    change(following ? { ...part, view: fitAll(positions, size) } : part);
  };
  return {
    setPositions: (positions) => fitted({ positions }),
    setSelected: (selected) => change({ selected }),
    setPalette: (next) => change({ palette: next }),
    resize: (size) => {
      for (const [one, itsContext] of [[canvas, context] as const, [kept, keptContext] as const]) {
        one.width = size.width * devicePixelRatio;
        one.height = size.height * devicePixelRatio;
        itsContext.scale(devicePixelRatio, devicePixelRatio);
      }
      fitted({ size });
    },
    pan: (dx, dy) => move(pan(picture.view, dx, dy)),
    zoom: (factor, at = [picture.size.width / 2, picture.size.height / 2]) => move(zoomAt(picture.view, factor, at)),
    fit: () => {
      following = true;
      fitted({});
    },
    hit: (at) => hit(picture.positions, picture.view, at),
    stop: () => {
      clearTimeout(rest);
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
