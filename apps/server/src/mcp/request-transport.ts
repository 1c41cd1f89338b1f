import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCRequest,
  JSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';
import type { Cancellation } from './cancellation.js';

type RpcResponse = JSONRPCResultResponse | JSONRPCErrorResponse;

interface PendingRequest {
  readonly settle: (response: RpcResponse) => void;
  /** Records that the handler has ended. */
  readonly endHandler: () => void;
}

/**
 * Transport between any number of clients and one server of the SDK. It numbers the requests itself, because clients
 * choose equal ids.
 */
export class RequestTransport implements Transport {
  onmessage: Transport['onmessage'];
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  readonly #pending = new Map<unknown, PendingRequest>();
  #lastId = 0;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Takes a message from the server, which sends only responses. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message || 'error' in message) this.#pending.get(message.id)?.settle(message);
  }

  /** Records that the handler of a request has ended: the server sends no response to a cancelled request. */
  endHandler(id: unknown): void {
    this.#pending.get(id)?.endHandler();
  }

  /**
   * Passes a request to the server, and its cancellation.
   *
   * @param params - parameters that the schemas of the SDK accept; the server drops a request with others silently
   * @returns the response; undefined when the request was cancelled and its handler has ended
   */
  request(
    method: string,
    params: JSONRPCRequest['params'],
    cancellation: Cancellation,
  ): Promise<RpcResponse | undefined> {
    // The server cannot cancel a request with the id 0.
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      let hasHandlerEnded = false;
      const settle = (response: RpcResponse | undefined) => {
        this.#pending.delete(id);
        resolve(response);
      };
      const endHandler = () => {
        hasHandlerEnded = true;
        if (cancellation.isCancelled) settle(undefined);
      };
      this.#pending.set(id, { settle, endHandler });
      this.onmessage?.({ jsonrpc: '2.0', id, method, ...(params && { params }) });
      cancellation.listen((reason) => {
        this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason } });
        if (hasHandlerEnded) settle(undefined);
      });
    });
  }
}
