export { listUnpairedTags, type TagEdge } from './html/open-tags.js';
export {
  type Attributes,
  element,
  isAttribute,
  isTag,
  type RenderedBlock,
  type SafeElement,
  type SafeNode,
  type Tag,
} from './nodes.js';
export { type CalloutKind, calloutKinds } from './render/callout.js';
export { withoutComments } from './render/comments.js';
export { textDirection } from './render/direction.js';
export {
  type Embedding,
  findObstacle,
  MAX_EMBED_DEPTH,
  MAX_EMBED_SIZE,
  MAX_EMBEDDED_BODY,
  MAX_EMBEDS,
  toEmbedKey,
} from './render/embedding.js';
export { type HtmlSpan, pairHtmlTags, type WrittenTag } from './render/html-spans.js';
export {
  type NoteOptions,
  type PartOptions,
  type RenderOptions,
  renderNote,
  renderPage,
  renderPart,
} from './render/note.js';
export { type PagePart, type PagePartOptions, type RenderedPart, selectPagePart } from './render/part.js';
export { commonSyntax } from './syntax/common-syntax.js';
export { maths } from './syntax/maths.js';
