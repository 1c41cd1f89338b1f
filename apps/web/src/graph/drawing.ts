import { startWorker } from '../kernel/worker.js';
import type { Palette, Picture } from './draw.js';
import type { Drawn } from './draw.worker.js';
import drawWorker from './draw.worker.js?worker&url';
import type { Scene } from './scene.js';

const notLaidOut = new Float32Array();

/** A picture drawn in a worker, one drawing at a time; changes made meanwhile wait for the next. */
export class Drawing {
  #picture: Picture;
  #unsent: Partial<Picture>;
  #drawn: Drawn | undefined;
  #isUnderWay = false;
  readonly #worker = startWorker(drawWorker);

  constructor(scene: Scene, palette: Palette, onDrawn: () => void) {
    const view = { x: 0, y: 0, scale: 1 };
    const size = { width: 1, height: 1 };
    this.#picture = { scene, palette, positions: notLaidOut, view, size, selected: undefined };
    this.#unsent = this.#picture;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Drawn>) => {
      this.#drawn?.image.close();
      this.#drawn = data;
      this.#isUnderWay = false;
      this.#send();
      onDrawn();
    });
  }

  /** The picture requested last. */
  get picture(): Picture {
    return this.#picture;
  }

  /** The picture drawn last. */
  get drawn(): Drawn | undefined {
    return this.#drawn;
  }

  change(part: Partial<Picture>): void {
    this.#picture = { ...this.#picture, ...part };
    this.#unsent = { ...this.#unsent, ...part };
    this.#send();
  }

  stop(): void {
    this.#worker.terminate();
    this.#drawn?.image.close();
  }

  #send(): void {
    const isDue = this.#picture.positions !== notLaidOut && Object.keys(this.#unsent).length > 0;
    if (this.#isUnderWay || !isDue) return;
    this.#isUnderWay = true;
    this.#worker.postMessage({ changed: this.#unsent, ratio: devicePixelRatio });
    this.#unsent = {};
  }
}
