import routes from 'virtual:notes-routes';
import type { OperationName, Operations, Output, RawInput } from '@notes/contract';
import { createOfflineError } from './api-error.js';
import { type Answer, parseAnswer } from './parse-answer.js';

/** Operations available over REST. */
type Offered = {
  [Name in OperationName]: Operations[Name]['http'] extends null ? never : Name;
}[OperationName];
export type Request<Name extends OperationName> = RawInput<Name>;

/**
 * Calls an operation of the service.
 *
 * @throws ApiError
 */
export async function call<Name extends Offered>(
  name: Name,
  input: Request<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const answer = await send(buildRequest(name, input as Record<string, unknown>, signal));
  return answer.status === 204 ? (undefined as Output<Name>) : parseAnswer(answer);
}

/**
 * Sends a request.
 *
 * @throws ApiError `offline` when no complete response arrives in time
 */
export async function send(request: globalThis.Request): Promise<Answer> {
  try {
    const response = await fetch(request);
    const revisionId = response.headers.get('ETag')?.replaceAll('"', '');
    return { status: response.status, body: await response.text(), revisionId };
  } catch (error) {
    const { aborted, reason } = request.signal;
    if (aborted && reason.name !== 'TimeoutError') throw error;
    throw createOfflineError();
  }
}

function buildRequest(name: string, input: Record<string, unknown>, signal?: AbortSignal): globalThis.Request {
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
  const query = inQuery && Object.keys(rest).length > 0 ? `?${buildQuery(rest)}` : '';
  const hasBody = !inQuery && Object.keys(rest).length > 0;
  if (hasBody) headers.set('Content-Type', 'application/json');
  const body = hasBody ? JSON.stringify(rest) : null;
  return new Request(url + query, { method, headers, body, ...(signal && { signal }) });
}

function buildQuery(fields: Record<string, unknown>): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs);
}

/** Returns the path of an attachment's bytes on the service. */
export const contentPath = (resourceId: string): string => `/api/v1/resources/${resourceId}/content`;
