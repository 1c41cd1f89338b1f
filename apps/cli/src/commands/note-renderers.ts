import type { Output as Result } from '@notes/contract';
import type { Answer } from '../presentation.js';
import { toOneLine } from '../text.js';

/** Shows a new note. */
export const noteRenderers: Answer<Result<'createDocument'>>['render'] = {
  table: ({ id, title }, out) => out.line([id, toOneLine(title)].join('  ').trimEnd()),
  ids: ({ id }, out) => out.line(id),
};
