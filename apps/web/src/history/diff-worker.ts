import { diffLines, type Hunk } from './diff.js';

export interface DiffRequest {
  readonly before: string;
  readonly after: string;
  readonly ignoreBlanks: boolean;
}
export type DiffAnswer = readonly Hunk[];

const scope = globalThis as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;

scope.addEventListener('message', ({ data }: MessageEvent<DiffRequest>) => {
  scope.postMessage(diffLines(data.before, data.after, data.ignoreBlanks) satisfies DiffAnswer);
});
