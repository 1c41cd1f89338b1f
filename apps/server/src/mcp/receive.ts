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

/** Has the message that bytes hold answered; where they hold none, the reply says what is wrong with them. */
export async function receive(
  bytes: Buffer,
  answer: (message: RpcRequest | RpcNotice) => Reply | Promise<Reply>,
): Promise<Reply> {
  let value: unknown;
  try {
    value = parseJson(bytes);
    return await answer(readMessage(value));
  } catch (error) {
    if (error instanceof RpcError) return errorReply(readId(value), error);
    if (error instanceof ServiceError) return errorReply(null, unreadable(error));
    throw error;
  }
}

const unreadable = ({ message }: ServiceError) => new RpcError(rpcCodes.parseError, message, { status: 400 });

/** Refuses what is not read at all, with the service's own code beside the words. */
export const refusalOf = ({ code, message }: ServiceError, status: number): Reply =>
  errorReply(null, new RpcError(rpcCodes.refused, message, { data: { code }, status }));
