import routes from 'virtual:notes-routes';
import type { ErrorCode, OperationName, Operations, Output, RawInput } from '@notes/contract';
import { ApiError, noAnswer } from './refusal.js';
import { text } from './texts.js';

/** The operations REST offers. */
type Offered = {
  [Name in OperationName]: Operations[Name]['http'] extends null ? never : Name;
}[OperationName];
export type Request<Name extends OperationName> = RawInput<Name>;

/**
 * Asks the service for an operation.
 *
 * @throws ApiError
 */
export async function call<Name extends Offered>(
  name: Name,
  input: Request<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const response = await send(requestOf(name, input as Record<string, unknown>, signal));
  if (response.status === 204) return undefined as Output<Name>;
  if (response.ok) return response.json() as Promise<Output<Name>>;
  throw await refusalOf(response);
}

/** @throws ApiError `offline` where no answer comes */
export async function send(request: globalThis.Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw noAnswer();
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body: { error?: { code: ErrorCode; message: string } } = await response.json().catch(() => ({}));
  const { code = 'internal_error', message = text.answered(response.status) } = body.error ?? {};
  return new ApiError(code, message, response.headers.get('ETag')?.replaceAll('"', ''));
}

function requestOf(name: string, input: Record<string, unknown>, signal?: AbortSignal): globalThis.Request {
  const [method, path, inQuery] = routes[name] as (typeof routes)[string];
  const { confirmation, ...fields } = input;
  const rest = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const url = path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]));
    delete rest[field];
    return value;
  });
  const headers = new Headers();
  if (typeof confirmation === 'string') headers.set('X-Service-Confirmation', confirmation);
  const query = inQuery && Object.keys(rest).length > 0 ? `?${queryOf(rest)}` : '';
  const hasBody = !inQuery && Object.keys(rest).length > 0;
  if (hasBody) headers.set('Content-Type', 'application/json');
  const body = hasBody ? JSON.stringify(rest) : null;
  return new Request(url + query, { method, headers, body, ...(signal && { signal }) });
}

function queryOf(fields: Record<string, unknown>): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}
