import { draw, type Picture } from './draw.js';
import type { View } from './view.js';

/** What is to be drawn, as far as it is not what was drawn before. */
export interface DrawRequest {
  readonly changed: Partial<Picture>;
  /** Pixels of the screen for one of CSS. */
  readonly ratio: number;
}

export interface Drawn {
  readonly image: ImageBitmap;
  /** From where it was looked at. */
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
