/**
 * Every error code of the service, with its mapping on each interface: HTTP status, process exit code of the CLI,
 * JSON-RPC code of an MCP error.
 */
export const errorCodes = {
  validation_failed: { http: 400, exit: 2, jsonRpc: -32602 },
  cursor_invalid: { http: 400, exit: 2, jsonRpc: -32602 },
  unauthorized: { http: 401, exit: 1, jsonRpc: -32602 },
  forbidden: { http: 403, exit: 1, jsonRpc: -32602 },
  not_enrolled: { http: 403, exit: 1, jsonRpc: -32602 },
  browser_context_refused: { http: 403, exit: 1, jsonRpc: -32602 },
  not_found: { http: 404, exit: 1, jsonRpc: -32602 },
  sync_disabled: { http: 404, exit: 1, jsonRpc: -32602 },
  web_ui_not_built: { http: 404, exit: 1, jsonRpc: -32603 },
  method_not_allowed: { http: 405, exit: 1, jsonRpc: -32601 },
  request_timeout: { http: 408, exit: 1, jsonRpc: -32603 },
  conflict: { http: 409, exit: 9, jsonRpc: -32602 },
  revision_conflict: { http: 409, exit: 9, jsonRpc: -32602 },
  name_conflict: { http: 409, exit: 9, jsonRpc: -32602 },
  body_too_large: { http: 413, exit: 1, jsonRpc: -32602 },
  unsupported_media_type: { http: 415, exit: 1, jsonRpc: -32602 },
  range_not_satisfiable: { http: 416, exit: 1, jsonRpc: -32602 },
  precondition_required: { http: 428, exit: 7, jsonRpc: -32602 },
  rate_limited: { http: 429, exit: 1, jsonRpc: -32603 },
  headers_too_large: { http: 431, exit: 1, jsonRpc: -32603 },
  internal_error: { http: 500, exit: 1, jsonRpc: -32603 },
  storage_unavailable: { http: 503, exit: 8, jsonRpc: -32603 },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export interface ServiceErrorOptions {
  readonly cause?: unknown;
  /** Current revision that replaces a stale precondition. HTTP sends it as `ETag`. */
  readonly currentRevisionId?: string;
  /** Details with which a program can correct its call. Agents receive them with wire names. */
  readonly details?: ErrorDetails;
}

export type ErrorDetails = Readonly<Record<string, number | string | readonly (number | string)[]>>;

/**
 * The only error that operations throw. Each interface maps it through {@link errorCodes}. The message is shown to the
 * user.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly currentRevisionId: string | undefined;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.currentRevisionId = options.currentRevisionId;
    this.details = options.details ?? {};
  }

  /** Returns the wire form that every interface sends. */
  envelope(): { error: { code: ErrorCode; message: string } } {
    return { error: { code: this.code, message: this.message } };
  }
}

/** Builds the error for a text over the size limit of a note. */
export const createNoteTooLargeError = () =>
  new ServiceError('body_too_large', 'A note can hold at most 16 MiB of text. Split the text into several notes');
