export { fileTree, folderTree } from './files/folder.js';
export type { Tree, Walk } from './files/tree.js';
export {
  describeAcceptedPaths,
  describeEmptySource,
  getNoteFilePattern,
  getSourceName,
  isAcceptedPath,
  type NoteFormat,
  openSource,
} from './formats.js';
export { escapeText } from './html/escape.js';
export type { FileItem, Item, NoteItem, OpenFile, SourceNote } from './item.js';
export { toAttachedName } from './markdown/attached-name.js';
export { DEFAULT_RULES, type NoteRules, type ReadTag } from './note-rules.js';
export { createRejection, type Rejection, type RejectionReason } from './rejection.js';
export type {
  FileLocation,
  FolderLink,
  LinkProblem,
  Listing,
  NoteTarget,
  Resolve,
  Source,
  SourceLocation,
} from './source.js';
export { SourceError, type SourceErrorCode } from './source-error.js';
