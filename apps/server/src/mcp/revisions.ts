import type { IncomingHttpHeaders } from 'node:http';
import { clip } from '@notes/contract';
import { isObject, type JsonObject } from '../json.js';
import { RpcError, type RpcRequest, rpcCodes } from './rpc.js';

/**
 * Two generations of the protocol. In the older one client and server agree on a revision with `initialize`; in the
 * newer one each request claims its revision in `params._meta`, and HTTP headers repeat what it asks.
 */

/** Of the older generation, newest first: https://modelcontextprotocol.io/specification/2025-11-25 */
const agreedRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** Of the newer one. */
export const claimedRevision = '2026-07-28';

/** What is answered to a client that proposes a revision: the same when it is known, else the newest. */
export const agreeOn = (proposed: unknown): string =>
  agreedRevisions.find((known) => known === proposed) ?? agreedRevisions[0];

const META = 'io.modelcontextprotocol/';
const VERSION = `${META}protocolVersion`;
const CAPABILITIES = `${META}clientCapabilities`;
export const serverInfoKey = `${META}serverInfo`;

/**
 * Whether a request is of the newer generation. Its body decides, so that a proxy which drops headers cannot change it;
 * over HTTP the headers must then say the same.
 *
 * @param headers of the HTTP request; undefined where there are none
 * @throws RpcError when a claim is malformed or of another revision, or headers and body disagree
 */
export function claimsRevision({ method, params }: RpcRequest, headers: IncomingHttpHeaders | undefined): boolean {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : undefined;
  if (meta === undefined || !Object.hasOwn(meta, VERSION)) {
    if (headers?.['mcp-protocol-version'] !== claimedRevision) return false;
    if (method === 'initialize') throw mismatch('initialize belongs to revisions before the one in the header');
    throw malformed(`${VERSION} is missing from params._meta`);
  }
  const claimed = checkClaim(meta);
  if (headers !== undefined) checkVersionHeader(headers, claimed);
  if (claimed !== claimedRevision) throw unsupported(claimed);
  if (headers !== undefined) checkMirrors(headers, method, params as JsonObject);
  return true;
}

function checkClaim(meta: JsonObject): string {
  const claimed = meta[VERSION];
  if (typeof claimed !== 'string') throw malformed(`${VERSION} must be text`);
  if (!isObject(meta[CAPABILITIES])) throw malformed(`${CAPABILITIES} must be an object`);
  return claimed;
}

function checkVersionHeader(headers: IncomingHttpHeaders, claimed: string): void {
  const header = headers['mcp-protocol-version'];
  if (header !== undefined && header !== claimed) throw mismatch('MCP-Protocol-Version is not what the body claims');
  if (header === undefined && claimed === claimedRevision) throw mismatch('MCP-Protocol-Version is missing');
}

/** `Mcp-Method` and `Mcp-Name` let proxies route without reading bodies; they must not be told another story. */
function checkMirrors(headers: IncomingHttpHeaders, method: string, params: JsonObject): void {
  if (headers['mcp-method'] === undefined) throw mismatch('Mcp-Method is missing');
  if (headers['mcp-method'] !== method) throw mismatch('Mcp-Method is not the method of the body');
  if (method !== 'tools/call' || typeof params.name !== 'string') return;
  const header = headers['mcp-name'];
  if (header === undefined) throw mismatch('Mcp-Name is missing');
  if (decodeHeader(String(header)) !== params.name) throw mismatch('Mcp-Name is not params.name of the body');
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** A header's text, which is in base64 when it could not stand in a header as it is. */
function decodeHeader(header: string): string {
  const encoded = ENCODED.exec(header)?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8');
}

const mismatch = (message: string) => new RpcError(rpcCodes.headerMismatch, message, { status: 400 });
const malformed = (message: string) => new RpcError(rpcCodes.invalidParams, message, { status: 400 });

function unsupported(requested: string): RpcError {
  const data = { supported: [claimedRevision], requested: clip(requested) };
  return new RpcError(rpcCodes.unsupportedVersion, 'this protocol revision is not supported', { data, status: 400 });
}
