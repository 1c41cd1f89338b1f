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
export { type HtmlSpan, pairHtmlTags, type WrittenTag } from './render/html-spans.js';
export {
  type NoteOptions,
  type PartOptions,
  type RenderOptions,
  renderNote,
  renderPage,
  renderPart,
} from './render/note.js';
export type { RenderedPart } from './render/part.js';
export { footnotes } from './syntax/footnotes.js';
export { highlights, nestingBound } from './syntax/marks.js';
export { maths } from './syntax/maths.js';
