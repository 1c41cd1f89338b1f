export { applyEdits, type EditFailure, type EditOutcome, type EditResult, type TextEdit } from './edits.js';
export { excerpt } from './excerpt.js';
export { describeMatches, type FindOptions, findLiteral, type TextMatch, type TextMatches } from './find.js';
export { type FrontMatter, frontMatter } from './front-matter.js';
export { appendText, prependText } from './insert.js';
export { type LineRange, lineRange } from './lines.js';
export { createLocator, type LineIndex, type Position } from './locator.js';
export { utf8Length } from './utf8.js';
