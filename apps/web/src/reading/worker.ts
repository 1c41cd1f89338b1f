import { type RenderedBlock, renderNote, renderPart } from '@notes/markdown-view';
import type { EmbedAnswer, EmbedRequest } from './embeds/render-embed.js';
import type { RenderMessage, RenderRequest } from './renderer.js';

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

/** Characters of the start that is rendered before the whole, so that there is something to read at once. */
const HEAD_LENGTH = 30_000;
/** Characters of JSON in a message: the page handles each message in one task. */
const MESSAGE_SIZE = 500_000;

const post = (message: RenderMessage) => scope.postMessage(message);

scope.addEventListener('message', ({ data }: MessageEvent<RenderRequest | EmbedRequest>) => {
  if ('part' in data) answerEmbed(data);
  else render(data);
});

function answerEmbed({ body, part }: EmbedRequest): void {
  const answer = (value: EmbedAnswer) => scope.postMessage(value);
  try {
    answer({ part: renderPart(body, part) });
  } catch {
    answer('failed');
  }
}

function render({ body, options, wantsHead }: RenderRequest): void {
  // A deeply nested note may overflow the stack; it then has no tree.
  try {
    if (wantsHead && body.length > 2 * HEAD_LENGTH)
      postBlocks(renderNote(body.slice(0, headEnd(body)), options), 'head');
    postBlocks(renderNote(body, options), 'whole');
  } catch {
    post({ type: 'failed' });
  }
}

function postBlocks(blocks: readonly RenderedBlock[], of: 'head' | 'whole'): void {
  let size = 0;
  let first = 0;
  for (const [index, { json }] of blocks.entries()) {
    size += json.length;
    if (size < MESSAGE_SIZE) continue;
    post({ type: 'blocks', blocks: blocks.slice(first, index + 1) });
    first = index + 1;
    size = 0;
  }
  post({ type: 'blocks', blocks: blocks.slice(first) });
  post({ type: of });
}

/** Returns the end of the start: between blocks if possible, else between lines. */
function headEnd(body: string): number {
  for (const end of ['\n\n', '\r\n\r\n', '\n', '\r', ' ']) {
    const at = body.lastIndexOf(end, HEAD_LENGTH);
    if (at > HEAD_LENGTH / 2) return at + end.length;
  }
  return HEAD_LENGTH;
}
