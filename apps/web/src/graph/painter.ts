import { startWorker } from '../app/worker.js';
import type { Palette, Picture } from './draw.js';
import type { Drawn } from './draw.worker.js';
import drawWorker from './draw.worker.js?worker&url';
import type { Scene } from './scene.js';
import { fitAll, type Heading, hit, type Positions, pan, type Size, towards, type View, zoomAt } from './view.js';

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
  /** Of some notes the one that lies in a direction from another. */
  towards(from: number, others: readonly number[], heading: Heading): number | undefined;
  stop(): void;
}

/**
 * Draws beside the page, one picture at a time, and shows the last one moved to where one looks until the next is there:
 * a large graph takes longer to draw than a frame lasts.
 */
export function createPainter(canvas: HTMLCanvasElement, scene: Scene, palette: Palette): Painter {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const worker = startWorker(drawWorker);
  const nothing = new Float32Array();
  let picture: Picture = {
    scene,
    palette,
    positions: nothing,
    view: { x: 0, y: 0, scale: 1 },
    size: { width: 1, height: 1 },
    selected: undefined,
  };
  let unsent: Partial<Picture> = picture;
  let drawn: Drawn | undefined;
  let drawing = false;
  let following = true;
  let frame: number | undefined;

  const send = () => {
    if (drawing || picture.positions === nothing || Object.keys(unsent).length === 0) return;
    drawing = true;
    worker.postMessage({ changed: unsent, ratio: devicePixelRatio });
    unsent = {};
  };
  const show = () => {
    frame = undefined;
    if (drawn === undefined) return;
    const { view, size } = picture;
    const { image, view: from } = drawn;
    const ratio = view.scale / from.scale;
    context.clearRect(0, 0, size.width, size.height);
    const { width, height } = image;
    const scale = ratio / devicePixelRatio;
    context.drawImage(image, view.x - from.x * ratio, view.y - from.y * ratio, width * scale, height * scale);
  };
  const showSoon = () => {
    frame ??= requestAnimationFrame(show);
  };
  const change = (part: Partial<Picture>) => {
    picture = { ...picture, ...part };
    unsent = { ...unsent, ...part };
    send();
    showSoon();
  };
  const changeFitted = (part: Partial<Picture>) => {
    const { positions, size } = { ...picture, ...part };
    change(following ? { ...part, view: fitAll(positions, size) } : part);
  };
  const move = (view: View) => {
    following = false;
    change({ view });
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Drawn>) => {
    drawn?.image.close();
    drawn = data;
    drawing = false;
    send();
    showSoon();
  });
  return {
    setPositions: (positions) => changeFitted({ positions }),
    setSelected: (selected) => change({ selected }),
    setPalette: (next) => change({ palette: next }),
    resize: (size) => {
      canvas.width = size.width * devicePixelRatio;
      canvas.height = size.height * devicePixelRatio;
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      changeFitted({ size });
    },
    pan: (dx, dy) => move(pan(picture.view, dx, dy)),
    zoom: (factor, at = [picture.size.width / 2, picture.size.height / 2]) => move(zoomAt(picture.view, factor, at)),
    fit: () => {
      following = true;
      changeFitted({});
    },
    hit: (at) => hit(picture.positions, picture.view, at),
    towards: (from, others, heading) => towards(picture.positions, from, others, heading),
    stop: () => {
      worker.terminate();
      drawn?.image.close();
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
