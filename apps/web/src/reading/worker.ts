import { renderNote } from './render/note.js';
import type { RenderAnswer, RenderRequest } from './renderer.js';

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

scope.addEventListener('message', ({ data }: MessageEvent<RenderRequest>) => {
  scope.postMessage(answer(data));
});

/** A note may nest deeper than the stack: then there is no tree of it. */
function answer({ id, body }: RenderRequest): RenderAnswer {
  try {
    return { id, blocks: renderNote(body) };
  } catch {
    return { id, blocks: undefined };
  }
}
