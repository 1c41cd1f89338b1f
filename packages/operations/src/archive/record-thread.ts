import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { RecordBoard } from './record-board.js';
import type { PartLines } from './record-parts.js';
import type { RecordNews, RecordOrder } from './record-worker.js';

/** As built: a thread has not the loaders of the process that starts it. */
const MODULE = new URL('../../dist/archive/record-worker.js', import.meta.url);

export interface RecordThreadOptions extends Pick<RecordOrder, 'plan' | 'parts'> {
  readonly board: RecordBoard;
  /** Whether a snapshot that has begun by now is the one that the other parts are of. */
  readonly isSame: () => boolean;
  /** What the thread runs, where it is not the usual. */
  readonly module?: URL;
}

/** A second thread that makes parts of an archive's records, of the same snapshot, or none. `close` it in the end. */
export class RecordThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #board: RecordBoard;
  readonly #isSame: () => boolean;
  /** What it told and nobody has taken, the oldest first. */
  readonly #news: Exclude<RecordNews, { kind: 'begun' }>[] = [];
  #hasEnded = false;
  #wake = () => {};

  constructor({ plan, parts, board, isSame, module = MODULE }: RecordThreadOptions) {
    const { port1, port2 } = new MessageChannel();
    const workerData: RecordOrder = { plan, parts, board: board.shared, port: port2 };
    this.#worker = new Worker(module, { workerData, transferList: [port2], execArgv: [] });
    this.#port = port1;
    this.#board = board;
    this.#isSame = isSame;
    const end = () => {
      this.#hasEnded = true;
      this.#wake();
    };
    port1.on('message', (news: RecordNews) => this.#take(news));
    // What it should have made is made by whoever wants it, who meets the same error if that is in the library.
    this.#worker.on('error', end);
    this.#worker.on('exit', end);
  }

  /** It makes nothing more. What it has made before is still told. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Lines of a part that nobody has taken, or that it is whole; null where there is nothing yet. To be used up before `use`. */
  next(part: number): PartLines | 'whole' | null {
    for (let got = receiveMessageOnPort(this.#port); got !== undefined; got = receiveMessageOnPort(this.#port))
      this.#take(got.message as RecordNews);
    if (this.#news[0]?.part !== part) return null;
    const news = this.#news.shift();
    return news?.kind === 'lines' ? news.made : 'whole';
  }

  use(): void {
    this.#board.use();
  }

  /** Waits until there may be something new. */
  async news(): Promise<void> {
    if (this.#hasEnded) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Ends it, whatever it does. */
  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }

  #take(news: RecordNews): void {
    if (news.kind !== 'begun') this.#news.push(news);
    else if (this.#isSame()) this.#board.open();
    else void this.#worker.terminate();
    this.#wake();
  }
}
