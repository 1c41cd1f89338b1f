import { type MessagePort, workerData } from 'node:worker_threads';
import { openSnapshot } from '@notes/storage';
import { gather } from '../../organise/selection/gather.js';
import type { SelectionTask } from '../../organise/selection/selection-task.js';
import { RecordBoard, type SharedBoard } from './record-board.js';
import { type PartLines, PartMaker, type RecordPart } from './record-parts.js';

/** Input of the thread. */
export interface RecordWorkerData {
  readonly plan: SelectionTask;
  readonly parts: readonly RecordPart[];
  readonly board: SharedBoard;
  readonly port: MessagePort;
}

/**
 * Messages of the thread: its snapshot has begun, then the lines of each part it claims, in order, and the end of the
 * part.
 */
export type RecordMessage =
  | { readonly kind: 'begun' }
  | { readonly kind: 'lines'; readonly part: number; readonly made: PartLines }
  | { readonly kind: 'whole'; readonly part: number };

const { plan, parts, board: shared, port } = workerData as RecordWorkerData;
const post = (message: RecordMessage) => port.postMessage(message);
const board = new RecordBoard(shared);
const { reader, close } = openSnapshot(plan.dataDir);
try {
  post({ kind: 'begun' });
  gather(reader, plan);
  const maker = new PartMaker(reader, plan.target);
  board.waitForOpen();
  let made = 0;
  for (let part = board.claim(); part < parts.length; part = board.claim()) {
    for (const lines of maker.makeLines(parts[part] as RecordPart, () => board.waitForSlot(made))) {
      post({ kind: 'lines', part, made: lines });
      made += 1;
    }
    post({ kind: 'whole', part });
  }
} finally {
  close();
  port.close();
}
