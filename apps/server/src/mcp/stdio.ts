import { once } from 'node:events';
import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTooLargeError } from '../http/body.js';
import { isObject } from '../json.js';
import { Cancellation } from './cancellation.js';
import { readLines } from './lines.js';
import { createRefusal, receiveMessage } from './receive.js';
import { noReply, type Reply, RpcError, type RpcNotice, type RpcRequest, rpcCodes } from './rpc.js';
import type { McpServer } from './server.js';

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxLineBytes: number;
  /** Signal that ends the conversation as the end of the input does. */
  readonly stopped: AbortSignal;
  /** Milliseconds that calls in progress may then take to finish. */
  readonly drainMs: number;
}

/**
 * Answers one message per line until the input ends; answers are written as they are ready, in any order. Resolves when
 * all requests are answered; never rejects.
 */
export async function talkOverStdio(mcp: McpServer, options: StdioOptions): Promise<void> {
  const { input, output, maxLineBytes, stopped, drainMs } = options;
  const outputClosed = new AbortController();
  const calls = new Map<unknown, Cancellation>();
  const underWay = new Set<Promise<void>>();
  const abandon = () => {
    for (const call of calls.values()) call.cancel(GONE);
  };
  // A disconnected client is not a fault.
  output.on('error', () => {
    outputClosed.abort();
    abandon();
  });
  const answer = async (message: RpcRequest | RpcNotice): Promise<Reply> => {
    if (message.kind === 'notice') return cancel(calls, message);
    if (calls.has(message.id))
      throw new RpcError(rpcCodes.invalidRequest, 'A request with this id is in progress. Choose another id');
    const call = new Cancellation();
    calls.set(message.id, call);
    const reply = await mcp.answer(message, { cancellation: call });
    calls.delete(message.id);
    return call.isCancelled ? noReply : reply;
  };
  const take = async (line: Buffer | undefined): Promise<void> => {
    const reply =
      line === undefined ? createRefusal(createTooLargeError(maxLineBytes), 413) : await receiveMessage(line, answer);
    if (reply.body !== undefined) await write(output, reply.body);
  };
  const stopSignal = AbortSignal.any([outputClosed.signal, stopped]);
  try {
    for await (const line of readLines(addAbortSignal(stopSignal, input), maxLineBytes)) {
      const task = take(line).finally(() => underWay.delete(task));
      underWay.add(task);
      // Backpressure: a client that does not read answers gets no further messages read.
      if (output.writableNeedDrain) await once(output, 'drain', { signal: stopSignal });
    }
  } catch {
    // A broken or cancelled input is treated as its end.
  }
  await waitForAll(underWay, drainMs);
  abandon();
}

/** Waits for all of the work, but at most `longestMs`. */
async function waitForAll(work: Iterable<Promise<void>>, longestMs: number): Promise<void> {
  const timer = new AbortController();
  const enough = sleep(longestMs, undefined, timer).catch(() => {});
  await Promise.race([Promise.all(work), enough]);
  timer.abort();
}

/** Cancels the call of a request at the client's wish. */
function cancel(calls: ReadonlyMap<unknown, Cancellation>, { method, params }: RpcNotice): Reply {
  if (method === 'notifications/cancelled' && isObject(params)) calls.get(params.requestId)?.cancel(GONE);
  return noReply;
}

const GONE = 'The client cancelled the request or disconnected';

/** Writes a line and resolves when it is passed on or has failed; the stream reports the failure. */
const write = (output: Writable, line: string): Promise<void> =>
  new Promise((resolve) => {
    output.write(`${line}\n`, () => resolve());
  });
