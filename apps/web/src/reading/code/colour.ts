import { ask, startWorker } from '../../kernel/worker.js';
import { WorkQueue } from '../work-queue.js';
import workerUrl from './worker.js?worker&url';

export interface ColourRequest {
  readonly code: string;
  readonly language: string;
}
/** A text and its classes, separated by spaces; empty for the default colour. */
export type Piece = readonly [text: string, classes: string];
/** Empty when there are no colours. */
export type ColourAnswer = readonly Piece[];

/** Maximum length of highlighted code; longer code stays plain. */
const MAX_CODE_LENGTH = 50_000;
const queue = new WorkQueue(5_000);
let worker: Worker | undefined;

/** Highlights code asynchronously; code that takes too long stays plain. */
export async function colourCode(element: HTMLElement): Promise<void> {
  const { textContent: code, dataset } = element;
  const { language = '' } = dataset;
  if (code === null || code.length > MAX_CODE_LENGTH) return;
  const pieces = await queue.run(() => (element.isConnected ? requestPieces({ code, language }) : []), endWorker);
  if (pieces !== undefined && pieces.length > 0) element.replaceChildren(...pieces.map(toNode));
}

async function requestPieces(request: ColourRequest): Promise<ColourAnswer> {
  worker ??= startWorker(workerUrl);
  const pieces = await ask<ColourAnswer>(worker, request);
  if (pieces === undefined) endWorker();
  return pieces ?? [];
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function toNode([text, classes]: Piece): Node {
  if (classes === '') return document.createTextNode(text);
  const span = document.createElement('span');
  span.className = classes;
  span.textContent = text;
  return span;
}
