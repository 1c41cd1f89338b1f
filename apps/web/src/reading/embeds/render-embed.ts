import type { PartOptions, RenderedPart } from '@notes/markdown-view';
import { ask, startWorker } from '../../kernel/worker.js';
import { WorkQueue } from '../work-queue.js';
import workerUrl from '../worker.js?worker&url';

export interface EmbedRequest {
  readonly body: string;
  readonly part: PartOptions;
}
/** `failed` when the note cannot be rendered; without a part, when it has no such heading or block. */
export type EmbedAnswer = { readonly part?: RenderedPart | undefined } | 'failed';

const queue = new WorkQueue(5_000);
let worker: Worker | undefined;

/** Renders a note, or a part of one, for display in another note. */
export async function renderEmbed(request: EmbedRequest): Promise<EmbedAnswer> {
  return (await queue.run(() => askWorker(request), endWorker)) ?? 'failed';
}

async function askWorker(request: EmbedRequest): Promise<EmbedAnswer> {
  worker ??= startWorker(workerUrl);
  const answer = await ask<EmbedAnswer>(worker, request);
  if (answer === undefined) endWorker();
  return answer ?? 'failed';
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}
