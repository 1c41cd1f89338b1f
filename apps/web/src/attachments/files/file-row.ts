import type { Output } from '@notes/contract';

export type Resource = Output<'getResource'>;
export interface Holder {
  readonly id: string;
  readonly title: string;
}

/** An attachment and its notes, as far as they were read. */
export interface FileRow {
  readonly resource: Resource;
  readonly notes: readonly Holder[];
}
