import { renderNote } from '@notes/markdown-view';
import type { RenderAnswer } from './renderer.js';

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

scope.addEventListener('message', ({ data }: MessageEvent<string>) => {
  scope.postMessage(answer(data));
});

/** A note may nest deeper than the stack: then there is no tree of it. */
function answer(body: string): RenderAnswer {
  try {
    return renderNote(body);
  } catch {
    return undefined;
  }
}
