import { draw, type Picture } from './draw.js';
import type { View } from './view.js';

/** Parts of the picture that changed since the last drawing. */
export interface DrawRequest {
  readonly changed: Partial<Picture>;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

export interface Drawn {
  readonly image: ImageBitmap;
  /** View from which the picture was drawn. */
  readonly view: View;
}

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
let picture = {} as Picture;

addEventListener('message', ({ data: { changed, ratio } }: MessageEvent<DrawRequest>) => {
  picture = { ...picture, ...changed };
  const { size, view } = picture;
  if (changed.size !== undefined) {
    canvas.width = size.width * ratio;
    canvas.height = size.height * ratio;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw(context, picture);
  const image = canvas.transferToImageBitmap();
  const drawn: Drawn = { image, view };
  postMessage(drawn, { transfer: [image] });
});
