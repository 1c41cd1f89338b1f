import { applyEdits, type EditResult, type TextEdit } from '@notes/markdown-blocks';

export interface EditTask {
  readonly body: string;
  readonly edits: readonly TextEdit[];
  readonly maxBytes: number;
}

/** Applies edits in a worker. */
export default function run({ body, edits, maxBytes }: EditTask): EditResult {
  return applyEdits(body, edits, { maxBytes });
}
