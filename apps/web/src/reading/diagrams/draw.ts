import { WorkQueue } from '../work-queue.js';
import { readAppearance } from './appearance.js';
import { closeFrame, type DrawAnswer, type DrawRequest, inFrame } from './frames.js';
import type { DiagramGroup } from './kinds.js';

/** Limits of a diagram: a frame may share the page's thread, which would then block while drawing. */
const bounds: DrawRequest['bounds'] = { maxTextSize: 20_000, maxEdges: 280 };
const MAX_DRAWING_LENGTH = 4_000_000;
const queue = new WorkQueue(10_000);

/** The picture of a diagram, or the renderer's error message. */
export type Drawn = Picture | { readonly reason: string };
export interface Picture {
  readonly image: string;
  readonly background: 'light' | 'dark';
}

/**
 * Draws a diagram in the current theme after the earlier ones, if it is still needed; undefined when it takes too long.
 */
export const drawDiagram = (group: DiagramGroup, source: string, isNeeded: () => boolean): Promise<Drawn | undefined> =>
  queue.run(
    async () => {
      if (!isNeeded()) return undefined;
      const appearance = readAppearance();
      const answer = await inFrame(group, { source, appearance, bounds });
      return toPicture(answer, appearance.darkMode ? 'dark' : 'light');
    },
    () => closeFrame(group),
  );

/**
 * Treats the answer as untrusted: a diagram may have taken over the frame. As an image it runs and loads nothing, and a
 * `data:` address cannot be opened as a page.
 */
function toPicture(answer: DrawAnswer, background: Picture['background']): Drawn | undefined {
  if ('reason' in answer) return { reason: String(answer.reason) };
  const svg = String(answer.svg);
  if (svg.length > MAX_DRAWING_LENGTH) return undefined;
  return { image: `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`, background };
}
