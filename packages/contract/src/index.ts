export { DOCUMENT_URI, RESOURCE_URI } from '@notes/markdown-blocks';
export { type ByteRange, resolveRange } from './byte-range.js';
export { type ConfigKeyName, type ConfigValues, configKeys, environmentName } from './config.js';
export { isEmoji } from './emoji.js';
export {
  createNoteTooLargeError,
  type ErrorCode,
  type ErrorDetails,
  errorCodes,
  ServiceError,
  type ServiceErrorOptions,
} from './errors.js';
export { checkConfirmation, checkPrecondition, createUnknownIdError, parseInput } from './input.js';
export { clip, describeIssue, MAX_QUOTED, omitWiderLimits } from './issue.js';
export { countJsonValues, MAX_JSON_VALUES } from './json-values.js';
export {
  type CliBinding,
  type HttpAccess,
  type HttpBinding,
  type HttpMethod,
  hasHeadRoute,
  hasRanges,
  type McpBinding,
  type McpScope,
  type McpSyncScope,
  type Operation,
  operation,
  pathParameters,
  possibleErrors,
  takesQuery,
} from './operation.js';
export { listRoutes, pageRoutes, type Route } from './routes.js';
export { archiveRows } from './rows/archives.js';
export { searchRows } from './rows/search.js';
export { origins } from './schemas/documents.js';
export { describeExportRecord, type ExportRecord, exportFormats } from './schemas/exports.js';
export type { NotebookNode } from './schemas/library.js';
export { doctorChecks, fixKinds } from './schemas/maintenance.js';
export { type MediaReason, mediaReasons } from './schemas/media.js';
export { MAX_PAIRING_BYTES, MAX_RANGE_BYTES } from './schemas/peers.js';
export { baseRevisionId, type IdKind, idPrefixes, isId, textLimits } from './schemas/primitives.js';
export { lintChecks } from './schemas/reports.js';
export { importFormats, importRejections, importStatuses, mcpScopes, mcpSyncScopes } from './schemas/service.js';
export {
  type Handlers,
  type HandlersFor,
  type Input,
  type OperationName,
  type Operations,
  type Output,
  operations,
  type RawInput,
} from './table.js';
export { createUnknownFieldError } from './unknown-fields.js';
