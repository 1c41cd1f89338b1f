import type { SafeNode } from '@notes/markdown-view';
import { renderNoteHere } from './render-note-here.js';

export interface RenderTask {
  readonly body: string;
}

/** Renders a long note in a worker. */
export default ({ body }: RenderTask): readonly SafeNode[] | undefined => renderNoteHere(body);
