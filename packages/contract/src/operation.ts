import type { z } from 'zod';
import type { ErrorCode } from './errors.js';

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type McpScope = 'search-only' | 'read-only' | 'editor' | 'organizer';
export type McpSyncScope = 'disabled' | 'status' | 'control';

/**
 * Who may ask beside a person on this machine, or instead: a peer that signs, the holder of a pairing code, or, `operator`,
 * nobody else though the path is among those of peers.
 */
export type HttpAccess = 'peer' | 'code' | 'operator';

/**
 * How an operation looks over HTTP. Inputs named in the path come from it; the others come from the
 * query string of a GET and of what takes bytes, and from the JSON body of everything else.
 */
export interface HttpFace {
  readonly method: HttpMethod;
  /** Path with `{name}` segments, each the name of an input. */
  readonly path: `/${string}`;
  /** Only of the paths of peers. */
  readonly access?: HttpAccess;
  /** Status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The output field that is false when what was to be made was there: then the status is 200. */
  readonly made?: string;
  /**
   * What a request carries: JSON (default), or bytes of any type, the call's `bytes`; an input `filename` or
   * `mime_type` the query lacks is then taken from `Content-Disposition` or `Content-Type`. `artifact`: bytes of a peer, of at
   * most `sync.rest.max_body_bytes`.
   */
  readonly request?: 'json' | 'bytes' | 'artifact';
  /**
   * What the answer carries: JSON (default), the output's `text` as Markdown, nothing, or the stored bytes that the output
   * describes (`sha256`, `size_bytes`, `mime_type`, `filename`, `download`), with ranges; `artifact`: its `bytes`, with
   * ranges; `backup`: what its `read` reads, a range at a time.
   */
  readonly response?: 'json' | 'markdown' | 'none' | 'content' | 'artifact' | 'backup';
  /** The output field sent as a strong `ETag`; reads with one honour `If-None-Match`. */
  readonly etag?: string;
  /** `Location` of what was made: a path with `{name}` segments, each an output field. */
  readonly location?: `/${string}`;
  /** Carries note text: the JSON body may be as large as `server.max_json_bytes`; otherwise 1 MiB. */
  readonly carriesText?: boolean;
  /** How long it may take where that is more than `server.request_timeout_seconds`. */
  readonly timeoutSeconds?: number;
}

/** How an operation looks to a language-model agent. */
export interface McpFace {
  readonly tool: string;
  /** The narrowest scope that offers it. */
  readonly scope: McpScope;
  /** The narrowest sync scope that offers it, of a tool about sync. */
  readonly syncScope?: Exclude<McpSyncScope, 'disabled'>;
}

/** How an operation looks on the command line. */
export interface CliFace {
  /** Words after `notes`, for example `notebook tree`. */
  readonly command: string;
  /** Inputs given by position, in order; the others are `--flags`. */
  readonly positional?: readonly string[];
  /** Complete command lines, shown first in `--help`. */
  readonly examples: readonly string[];
}

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** One sentence for OpenAPI, tool lists and help. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Codes this operation itself may answer, beside those every route may ({@link commonErrors}). */
  readonly errors: readonly ErrorCode[];
  /** `base_revision_id` (over HTTP also `If-Match`): needed, or honoured when present. */
  readonly precondition?: 'required' | 'optional';
  /**
   * The exact words a permanent deletion needs, over HTTP in `X-Service-Confirmation`: this word, a colon, and the named
   * input. Without one it is for the operation to compare them: they name what its plan says. `inBody`: over HTTP the body
   * may have them instead.
   */
  readonly confirmation?: { readonly word: string; readonly input?: string; readonly inBody?: true };
  readonly http: HttpFace | null;
  readonly mcp: McpFace | null;
  readonly cli: CliFace | null;
}

/** Codes any HTTP route may answer before or around its operation. */
export const commonErrors = [
  'validation_failed',
  'forbidden',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'internal_error',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[];

/** Codes any request to a path of peers may be answered with before its operation. */
export const peerErrors = [
  'sync_disabled',
  'not_found',
  'browser_context_refused',
  'rate_limited',
] as const satisfies readonly ErrorCode[];

/** The same of those that have to be signed. */
export const signedErrors = [...peerErrors, 'unauthorized', 'not_enrolled'] as const satisfies readonly ErrorCode[];

/** Codes only a request with a body may be answered with. */
const bodyErrors: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type'];

/** Every code a request of this method may be answered with, beside what its own row says, each once. */
export function possibleErrors(method: HttpMethod, own: readonly ErrorCode[]): ErrorCode[] {
  const around = commonErrors.filter((code) => method !== 'get' || !bodyErrors.includes(code));
  return [...new Set([...own, ...around])];
}

/** Declares one row. Every door must be decided: a missing `http`, `mcp` or `cli` does not compile. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType, const Mcp extends McpFace | null>(
  row: Operation<Input, Output> & { readonly mcp: Mcp },
): Operation<Input, Output> & { readonly mcp: Mcp } {
  return row;
}

/** True when the inputs beside those of the path stand in the query string. */
export function takesQuery({ method, request }: Pick<HttpFace, 'method' | 'request'>): boolean {
  return method === 'get' || request === 'bytes';
}

/** True when the answer is bytes of which a range may be asked for. */
export const hasRanges = ({ response }: Pick<HttpFace, 'response'>): boolean =>
  response === 'content' || response === 'artifact' || response === 'backup';

/** The names in `{braces}` of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
