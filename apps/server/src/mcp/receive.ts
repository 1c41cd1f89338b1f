import { ServiceError } from '@notes/contract';
import { parseJson } from '../json.js';
import {
  errorReply,
  type Reply,
  RpcError,
  type RpcNotice,
  type RpcRequest,
  readId,
  readMessage,
  rpcCodes,
} from './rpc.js';

/** Parses a message and has it answered; invalid bytes get a reply with the error. */
export async function receiveMessage(
  bytes: Buffer,
  answer: (message: RpcRequest | RpcNotice) => Reply | Promise<Reply>,
): Promise<Reply> {
  let value: unknown;
  try {
    value = parseJson(bytes);
    return await answer(readMessage(value));
  } catch (error) {
    if (error instanceof RpcError) return errorReply(readId(value), error);
    if (error instanceof ServiceError) return errorReply(null, createParseError(error));
    throw error;
  }
}

const createParseError = ({ message }: ServiceError) => new RpcError(rpcCodes.parseError, message, { status: 400 });

/** Builds the reply to an unread message, with the service's own code beside the message. */
export const createRefusal = ({ code, message }: ServiceError, status: number): Reply =>
  errorReply(null, new RpcError(rpcCodes.refused, message, { data: { code }, status }));
