import { Turns } from '../turns.js';
import { closeFrame, type DrawAnswer, type DrawRequest, inFrame } from './frames.js';
import type { DiagramGroup } from './kinds.js';
import { lookOf } from './look.js';

/** What is larger is not drawn: where frames share the page's thread, it waits for the drawing. */
const bounds: DrawRequest['bounds'] = { maxTextSize: 20_000, maxEdges: 280 };
const LARGEST_DRAWING = 4_000_000;
const turns = new Turns(10_000);

/** The picture of a diagram, or why there is none in the words of what draws it. */
export type Drawn = Picture | { readonly reason: string };
export interface Picture {
  readonly image: string;
  readonly ground: 'light' | 'dark';
}

/** Draws a diagram as the page looks when its turn comes, if it is still wanted then; undefined when it takes too long. */
export const drawDiagram = (group: DiagramGroup, source: string, isWanted: () => boolean): Promise<Drawn | undefined> =>
  turns.take(
    async () => {
      if (!isWanted()) return undefined;
      const look = lookOf();
      const answer = await inFrame(group, { source, look, bounds });
      return pictureOf(answer, look.darkMode ? 'dark' : 'light');
    },
    () => closeFrame(group),
  );

/**
 * Whatever a diagram brought about in the frame may have written the answer. As an image it runs nothing and loads
 * nothing, and a `data:` address cannot be opened as a page.
 */
function pictureOf(answer: DrawAnswer, ground: Picture['ground']): Drawn | undefined {
  if ('reason' in answer) return { reason: String(answer.reason) };
  const svg = String(answer.svg);
  if (svg.length > LARGEST_DRAWING) return undefined;
  return { image: `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`, ground };
}
