import type { IncomingHttpHeaders } from 'node:http';
import { clip } from '@notes/contract';
import { isObject, type JsonObject } from '../json.js';
import { RpcError, type RpcRequest, rpcCodes } from './rpc.js';

/**
 * Two generations of the protocol. In the older one client and server agree on a revision with `initialize`. In the
 * newer one each request claims its revision in `params._meta`, and HTTP headers mirror parts of its body.
 */

/** Revisions of the older generation, newest first: https://modelcontextprotocol.io/specification/2025-11-25 */
const negotiatedRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** Revision of the newer generation. */
export const claimedRevision = '2026-07-28';

/** Returns the revision for a client's proposal: the proposed one when it is known, else the newest. */
export const negotiateRevision = (proposed: unknown): string =>
  negotiatedRevisions.find((known) => known === proposed) ?? negotiatedRevisions[0];

const META = 'io.modelcontextprotocol/';
export const versionKey = `${META}protocolVersion`;
const CAPABILITIES = `${META}clientCapabilities`;
export const serverInfoKey = `${META}serverInfo`;

/**
 * Checks the revision in the HTTP header of a message. A missing header is that of a client which agreed on a revision
 * without it, before 2025-06-18.
 *
 * @param headers - headers of the HTTP request; undefined for other transports
 * @throws RpcError with status 400 for an unsupported revision, as revisions from 2025-06-18 on demand:
 * https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#protocol-version-header
 */
export function refuseUnknownRevision(headers: IncomingHttpHeaders | undefined): void {
  const header = headers?.['mcp-protocol-version'];
  if (header === undefined || header === claimedRevision) return;
  const named = String(header);
  if (!negotiatedRevisions.some((known) => known === named)) throw createRevisionError(named, negotiatedRevisions);
}

/**
 * Returns true for a request of the newer generation. The body determines it, so that a proxy which drops headers
 * cannot change it; over HTTP the headers have to agree.
 *
 * @param headers headers of the HTTP request; undefined for other transports
 * @throws RpcError when a claim is malformed or of another revision, or headers and body disagree
 */
export function claimsRevision({ method, params }: RpcRequest, headers: IncomingHttpHeaders | undefined): boolean {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : undefined;
  if (meta === undefined || !Object.hasOwn(meta, versionKey)) {
    if (headers?.['mcp-protocol-version'] !== claimedRevision) {
      // initialize negotiates the revision that later headers name.
      if (method !== 'initialize') refuseUnknownRevision(headers);
      return false;
    }
    if (method === 'initialize')
      throw createMismatchError(
        `The method initialize does not exist in protocol revision ${claimedRevision}. Send it without MCP-Protocol-Version`,
      );
    throw createMalformedError(`params._meta: ${versionKey} is missing`);
  }
  const claimed = checkClaim(meta);
  if (headers !== undefined) checkVersionHeader(headers, claimed);
  if (claimed !== claimedRevision) throw createRevisionError(claimed, [claimedRevision]);
  if (headers !== undefined) checkMirrors(headers, method, params as JsonObject);
  return true;
}

function checkClaim(meta: JsonObject): string {
  const claimed = meta[versionKey];
  if (typeof claimed !== 'string') throw createMalformedError(`params._meta: ${versionKey} must be a string`);
  if (!isObject(meta[CAPABILITIES])) throw createMalformedError(`params._meta: ${CAPABILITIES} must be an object`);
  return claimed;
}

function checkVersionHeader(headers: IncomingHttpHeaders, claimed: string): void {
  const header = headers['mcp-protocol-version'];
  if (header !== undefined && header !== claimed)
    throw createMismatchError(`MCP-Protocol-Version differs from ${versionKey} in the body`);
  if (header === undefined && claimed === claimedRevision)
    throw createMismatchError('The header MCP-Protocol-Version is missing');
}

/** Checks that `Mcp-Method` and `Mcp-Name`, by which proxies route without reading bodies, agree with the body. */
function checkMirrors(headers: IncomingHttpHeaders, method: string, params: JsonObject): void {
  if (headers['mcp-method'] === undefined) throw createMismatchError('The header Mcp-Method is missing');
  if (headers['mcp-method'] !== method)
    throw createMismatchError('The header Mcp-Method differs from method in the body');
  if (method !== 'tools/call' || typeof params.name !== 'string') return;
  const header = headers['mcp-name'];
  if (header === undefined) throw createMismatchError('The header Mcp-Name is missing');
  if (decodeHeader(String(header)) !== params.name)
    throw createMismatchError('The header Mcp-Name differs from params.name in the body');
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** Decodes a header's text, which is in base64 when its characters are invalid in a header. */
function decodeHeader(header: string): string {
  const encoded = ENCODED.exec(header)?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8');
}

const createMismatchError = (message: string) => new RpcError(rpcCodes.headerMismatch, message, { status: 400 });
const createMalformedError = (message: string) => new RpcError(rpcCodes.invalidParams, message, { status: 400 });

function createRevisionError(requested: string, supported: readonly string[]): RpcError {
  const data = { supported, requested: clip(requested) };
  const message = `This protocol revision is not supported. Use one of ${supported.join(', ')}`;
  return new RpcError(rpcCodes.unsupportedVersion, message, { data, status: 400 });
}
