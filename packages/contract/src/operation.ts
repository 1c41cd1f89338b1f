import type { z } from 'zod';
import { defer } from './defer.js';
import type { ErrorCode } from './errors.js';

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type McpScope = 'search-only' | 'read-only' | 'editor' | 'organizer';
export type McpSyncScope = 'disabled' | 'status' | 'control';

/**
 * Additional callers beside a person on this machine, or the only ones: a peer that signs, the holder of a pairing
 * code; or `operator`: only a person on this machine, although the path is among those of peers.
 */
export type HttpAccess = 'peer' | 'code' | 'operator';

/**
 * HTTP form of an operation. Inputs named in the path come from it; the others come from the query string of a GET or
 * of an upload of bytes, and from the JSON body otherwise.
 */
export interface HttpBinding {
  readonly method: HttpMethod;
  /** Path with `{name}` segments, each the name of an input. */
  readonly path: `/${string}`;
  /** Present only on the paths of peers. */
  readonly access?: HttpAccess;
  /** Status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Output field that is false when the object already existed: then the status is 200. */
  readonly createdField?: string;
  /**
   * Body of the request: JSON (default), or bytes of any type, passed as the call's `bytes`. An input `filename` or
   * `mime_type` missing from the query is then taken from `Content-Disposition` or `Content-Type`. `artifact`: bytes of
   * a peer, at most `sync.rest.max_body_bytes`.
   */
  readonly request?: 'json' | 'bytes' | 'artifact';
  /**
   * Body of the response: JSON (default), the output's `text` as Markdown, nothing, or the stored bytes that the output
   * describes (`sha256`, `size_bytes`, `mime_type`, `filename`, `download`), with ranges. `artifact`: its `bytes`, with
   * ranges. `backup`: the bytes that its `read` returns, one range at a time.
   */
  readonly response?: 'json' | 'markdown' | 'none' | 'content' | 'artifact' | 'backup';
  /** Output field sent as a strong `ETag`. Reads with such a field honour `If-None-Match`. */
  readonly etag?: string;
  /**
   * True for a read of a note whose response has more than its revision, such as tags: 304 then also requires that
   * nothing else has changed since the revision was written.
   */
  readonly changesWithoutRevision?: true;
  /** `Location` of the created object: a path with `{name}` segments, each an output field. */
  readonly location?: `/${string}`;
  /** True for an operation with note text: its JSON body may have `server.max_json_bytes`; otherwise 1 MiB. */
  readonly carriesText?: boolean;
  /** Time limit in seconds where it exceeds `server.request_timeout_seconds`. */
  readonly timeoutSeconds?: number;
}

/**
 * Difference between an argument of a tool and the input of the same name. A schema: another argument, or an additional
 * one. A text: the same argument with this description for models, empty where its name tells them enough. null: not
 * offered.
 */
export type ArgumentDifference = z.ZodType | string | null;

/** MCP form of an operation, for a language-model agent. */
export interface McpBinding {
  readonly tool: string;
  /** Differences from the arguments that `deriveArguments` in `tools` derives from the inputs of the row. */
  readonly arguments?: Readonly<Record<string, ArgumentDifference>>;
  /** Narrowest scope that offers the tool. */
  readonly scope: McpScope;
  /** Narrowest sync scope that offers a tool about sync. */
  readonly syncScope?: Exclude<McpSyncScope, 'disabled'>;
}

/** Command-line form of an operation. */
export interface CliBinding {
  /** Words after `notes`, for example `notebook tree`. */
  readonly command: string;
  /** Inputs given by position, in order; the others are `--flags`. */
  readonly positional?: readonly string[];
  /** Complete command lines, shown first in `--help`. */
  readonly examples: readonly string[];
}

export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** One or two short sentences for OpenAPI and help. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
  /** Error codes of this operation, beside the codes of every route ({@link commonErrors}). */
  readonly errors: readonly ErrorCode[];
  /** Precondition `base_revision_id` (over HTTP also `If-Match`): required, or honoured when present. */
  readonly precondition?: 'required' | 'optional';
  /**
   * Confirmation of a permanent deletion, over HTTP in `X-Service-Confirmation`: this word, a colon, and the named
   * input. Without an input the operation itself compares the confirmation, which names the content of its plan.
   * `inBody`: over HTTP the body may contain the confirmation instead.
   */
  readonly confirmation?: { readonly word: string; readonly input?: string; readonly inBody?: true };
  readonly http: HttpBinding | null;
  readonly mcp: McpBinding | null;
  readonly cli: CliBinding | null;
}

/** Error codes that any HTTP route may return before or around its operation. */
export const commonErrors = [
  'validation_failed',
  'forbidden',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'headers_too_large',
  'internal_error',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[];

/** Error codes that any request to a path of peers may receive before its operation. */
export const peerErrors = [
  'sync_disabled',
  'not_found',
  'browser_context_refused',
  'rate_limited',
] as const satisfies readonly ErrorCode[];

/** Error codes that any request that has to be signed may receive before its operation. */
export const signedErrors = [...peerErrors, 'unauthorized', 'not_enrolled'] as const satisfies readonly ErrorCode[];

/** Error codes of requests with a body only. */
const bodyErrors: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type'];

/** Returns every error code of a request with this method, beside the row's own codes, each once. */
export function possibleErrors(method: HttpMethod, own: readonly ErrorCode[]): ErrorCode[] {
  const around = commonErrors.filter((code) => method !== 'get' || !bodyErrors.includes(code));
  return [...new Set([...own, ...around])];
}

/**
 * Declares one row. Every interface has to be decided: a missing `http`, `mcp` or `cli` does not compile. A schema that is
 * given as a function is made at its first use.
 */
export function operation<Input extends z.ZodObject, Output extends z.ZodType, const Mcp extends McpBinding | null>(
  row: Omit<Operation, 'input' | 'output' | 'mcp'> & {
    readonly input: Input | (() => Input);
    readonly output: Output | (() => Output);
    readonly mcp: Mcp;
  },
): Omit<Operation<Input, Output>, 'mcp'> & { readonly mcp: Mcp } {
  const { input, output, ...others } = row;
  const getInput = typeof input === 'function' ? defer(input) : () => input;
  const getOutput = typeof output === 'function' ? defer(output) : () => output;
  return {
    ...others,
    get input() {
      return getInput();
    },
    get output() {
      return getOutput();
    },
  };
}

/** Returns true when the inputs that are not in the path come from the query string. */
export function takesQuery({ method, request }: Pick<HttpBinding, 'method' | 'request'>): boolean {
  return method === 'get' || request === 'bytes';
}

/** Returns true when the response is bytes that support range requests. */
export const hasRanges = ({ response }: Pick<HttpBinding, 'response'>): boolean =>
  response === 'content' || response === 'artifact' || response === 'backup';

/**
 * Returns true for a route that registers HEAD beside GET: bytes for peers, whose signature covers the method. Any
 * other GET answers HEAD without a route of its own (RFC 9110, section 9.3.2).
 */
export const hasHeadRoute = (http: Pick<HttpBinding, 'access' | 'response'>): boolean =>
  http.access === 'peer' && hasRanges(http);

/** Returns the names in `{braces}` of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
