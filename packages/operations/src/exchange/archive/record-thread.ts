import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { RecordBoard } from './record-board.js';
import type { PartLines } from './record-parts.js';
import type { RecordMessage, RecordWorkerData } from './record-worker.js';

/** The built module, since a thread does not inherit the module loaders of its process. */
const MODULE = new URL('../../../dist/exchange/archive/record-worker.js', import.meta.url);

export interface RecordThreadOptions extends Pick<RecordWorkerData, 'plan' | 'parts'> {
  readonly board: RecordBoard;
  /** Returns true when nothing was written to the library since the snapshot of the calling thread. */
  readonly isUnchanged: () => boolean;
  /** Module of the worker instead of the built-in one. */
  readonly module?: URL;
}

/**
 * A second thread that makes parts of an archive's records. It is terminated before it makes any when the library has
 * changed meanwhile. The caller must call `close`.
 */
export class RecordThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #board: RecordBoard;
  readonly #isSame: () => boolean;
  /** Messages not yet taken, the oldest first. */
  readonly #messages: Exclude<RecordMessage, { kind: 'begun' }>[] = [];
  #hasEnded = false;
  #wake = () => {};

  constructor({ plan, parts, board, isUnchanged, module = MODULE }: RecordThreadOptions) {
    const { port1, port2 } = new MessageChannel();
    const workerData: RecordWorkerData = { plan, parts, board: board.shared, port: port2 };
    this.#worker = new Worker(module, { workerData, transferList: [port2], execArgv: [] });
    this.#port = port1;
    this.#board = board;
    this.#isSame = isUnchanged;
    const end = () => {
      this.#hasEnded = true;
      this.#wake();
    };
    port1.on('message', (message: RecordMessage) => this.#take(message));
    // The caller makes the missing lines itself, and meets the same error if its cause lies in the library.
    this.#worker.on('error', end);
    this.#worker.on('exit', end);
  }

  /** True when the thread makes nothing more. Earlier messages can still be taken. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Takes the next message of a part: lines, or `whole` at its end; null when none has arrived. Finish
   * with the lines before `releaseSlot`.
   */
  next(part: number): PartLines | 'whole' | null {
    for (let got = receiveMessageOnPort(this.#port); got !== undefined; got = receiveMessageOnPort(this.#port))
      this.#take(got.message as RecordMessage);
    if (this.#messages[0]?.part !== part) return null;
    const message = this.#messages.shift();
    return message?.kind === 'lines' ? message.made : 'whole';
  }

  releaseSlot(): void {
    this.#board.releaseSlot();
  }

  /** Waits for the next message or the end of the thread. */
  async waitForMessage(): Promise<void> {
    if (this.#hasEnded) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Terminates the thread. */
  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }

  #take(message: RecordMessage): void {
    if (message.kind !== 'begun') this.#messages.push(message);
    else if (this.#isSame()) this.#board.open();
    else void this.#worker.terminate();
    this.#wake();
  }
}
