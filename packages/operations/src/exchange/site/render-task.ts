import type { SafeNode } from '@notes/markdown-view';
import { layOutAtOnce } from './render.js';

export interface RenderTask {
  readonly body: string;
}

/** Renders a long note in a worker. */
export default ({ body }: RenderTask): readonly SafeNode[] | undefined => layOutAtOnce(body);
