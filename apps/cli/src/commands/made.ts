import type { Output as Result } from '@notes/contract';
import type { Answer } from '../presentation.js';
import { oneLine } from '../text.js';

/** Shows a new note. */
export const showMade: Answer<Result<'createDocument'>>['render'] = {
  table: ({ id, title }, out) => out.line([id, oneLine(title)].join('  ').trimEnd()),
  ids: ({ id }, out) => out.line(id),
};
