export { applyEdits, type EditFailure, type EditOutcome, type EditResult, type TextEdit } from './edits.js';
export { excerpt } from './excerpt.js';
export { describeMatches, type FindOptions, findLiteral, type TextMatch, type TextMatches } from './find.js';
export { type FrontMatter, frontMatter } from './front-matter.js';
export { type BareAddress, bareAddressAt } from './inline/bare-autolink.js';
export { normalizeLinkLabel } from './inline/definitions.js';
export { decodeEntities, unescapeMarkdown } from './inline/unescape.js';
export { type Wikilink, wikilinkAt } from './inline/wikilink.js';
export { appendText, prependText } from './insert.js';
export { type LineRange, lineCount, lineRange } from './lines.js';
export { createLocator, type LineIndex, type Position } from './locator.js';
export { adoptNewline, detectNewline } from './newlines.js';
export type { Block, BlockKind } from './note/block-list.js';
export { BOUNDS, type BoundedList, type TaskCounts } from './note/counts.js';
export type { Feature } from './note/features.js';
export type { Fence } from './note/fences.js';
export type { FileLink } from './note/file-links.js';
export type { Link } from './note/links.js';
export { type MarkdownNote, type ParseOptions, parseMarkdown } from './note/note.js';
export type { Heading } from './note/outline.js';
export { type Reference, toLinkKind } from './note/references.js';
export type { RemoteMedia } from './note/remote-media.js';
export { type AnchorNames, type Anchors, findAnchor, Slugger, toSlug } from './note/slug.js';
export type { Task } from './note/tasks.js';
export {
  NOTE_ORDER_NAMES,
  NOTE_QUERY_FIELDS,
  NOTE_QUERY_SORTS,
  type NoteOrder,
  type NoteQuery,
  type NoteQueryField,
  type NoteQuerySort,
  parseNoteOrder,
  parseNoteQuery,
} from './note-query.js';
export { type Splice, splice } from './splice.js';
export {
  classifyTarget,
  DOCUMENT_URI,
  decodePercentEscapes,
  type LinkKind,
  type LinkTarget,
  RESOURCE_URI,
  splitAnchor,
} from './target.js';
export {
  AUTOMATIC_PLACEHOLDERS,
  type FillResult,
  fillTemplate,
  parseTemplate,
  type Template,
  type TemplatePrompt,
} from './template.js';
export { utf8Length } from './utf8.js';
