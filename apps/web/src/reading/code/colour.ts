import { startWorker } from '../../app/worker.js';
import { Turns } from '../turns.js';
import workerUrl from './worker.js?worker&url';

export interface ColourRequest {
  readonly id: number;
  readonly code: string;
  readonly language: string;
}
/** A text and its classes, apart by blanks; one without classes has the colour of all text. */
export type Piece = readonly [text: string, classes: string];
export interface ColourAnswer {
  readonly id: number;
  /** None where there are no colours. */
  readonly pieces: readonly Piece[];
}

/** Longer code stays plain. */
const LONGEST = 50_000;
const turns = new Turns(5_000);
let worker: Worker | undefined;
let asked = 0;

/** Gives code its colours once they are known; what is not known in time stays plain. */
export async function colourCode(element: HTMLElement): Promise<void> {
  const { textContent: code, dataset } = element;
  const { language = '' } = dataset;
  if (code === null || code.length > LONGEST) return;
  const pieces = await turns.take(
    () => (element.isConnected ? piecesOf({ id: ++asked, code, language }) : []),
    endWorker,
  );
  if (pieces !== undefined && pieces.length > 0) element.replaceChildren(...pieces.map(nodeOf));
}

function piecesOf(request: ColourRequest): Promise<readonly Piece[]> {
  worker ??= startWorker(workerUrl);
  const running = worker;
  return new Promise((resolve) => {
    running.onmessage = ({ data }: MessageEvent<ColourAnswer>) => {
      if (data.id === request.id) resolve(data.pieces);
    };
    running.postMessage(request);
  });
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function nodeOf([text, classes]: Piece): Node {
  if (classes === '') return document.createTextNode(text);
  const span = document.createElement('span');
  span.className = classes;
  span.textContent = text;
  return span;
}
